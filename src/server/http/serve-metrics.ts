import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { ApiError, notFound } from './api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** `GET /metrics` for those who send `METRICS_TOKEN`. */
export function metricsRoutes({ env, metrics: { registry } }: Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', { config: { access: 'public' } }, async ({ headers: { authorization = '' } }, reply) => {
      if (env.metricsToken === undefined) throw notFound()
      if (!timingSafeEqual(digest(authorization), digest(`Bearer ${env.metricsToken}`))) {
        throw new ApiError('unauthenticated', { message: 'Send METRICS_TOKEN as a bearer token.' })
      }
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics())
    })
  }
}

export interface MetricsServer {
  port: number
  close(): void
}

/** Answers every request to `METRICS_PORT` with the metrics. */
export async function listenForMetrics({ env, metrics: { registry } }: Context): Promise<MetricsServer> {
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer(async (_request, response) => {
    const text = await registry.metrics()
    response.setHeader('content-type', registry.contentType).end(text)
  })
  server.listen(env.metricsPort, env.metricsHost)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
