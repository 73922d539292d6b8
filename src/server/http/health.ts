import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: it can take work; a balancer sends it none while it says 503. */
export function healthRoutes(isReady: () => Promise<boolean>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', { config: { access: 'public' } }, async () => ({ ok: true }))
    app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
      const ready = await isReady().catch(() => false)
      return reply.status(ready ? 200 : 503).send({ ready })
    })
  }
}
