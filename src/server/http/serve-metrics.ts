import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Context } from '#server/core/context.ts'

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
