import type { FastifyInstance } from 'fastify'

/** What `/readyz` answers: each part that the server needs is `ok`, or the kind of its failure. */
export interface Health {
  database: string
  /** Null if none is configured. The server works without it. */
  redis: string | null
}

/** Milliseconds for which the last check is reused, because a check writes to the database. */
const cacheTime = 250

/** `/healthz`: the process is alive. `/readyz`: it accepts work; a load balancer sends it none while this is 503. */
export function healthRoutes(check: () => Promise<Health>, isStopping: () => boolean) {
  let last: Promise<Health> | null = null
  const checkOnce = () => {
    last ??= check().finally(() => setTimeout(() => (last = null), cacheTime).unref())
    return last
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get('/healthz', { config: { access: 'public' } }, async () => ({ ok: true }))
    app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
      const health = await checkOnce()
      const ready = health.database === 'ok' && !isStopping()
      return reply.status(ready ? 200 : 503).send({ ready, ...health, isStopping: isStopping() })
    })
  }
}
