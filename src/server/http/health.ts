import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process is alive. `/readyz`: it accepts work; a load balancer sends it none while this is 503. */
export function healthRoutes(isReady: () => Promise<boolean>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', { config: { access: 'public' } }, async () => ({ ok: true }))
    app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
      const ready = await isReady().catch(() => false)
      return reply.status(ready ? 200 : 503).send({ ready })
    })
  }
}
