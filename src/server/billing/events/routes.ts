import type { FastifyInstance } from 'fastify'
import type { PaymentEvents } from './payment-events.ts'

/** Webhooks are small; the limit is for everybody else. */
const bodyLimit = 256 * 1024

/** The webhook of the payment provider. A scope of its own, because a signature covers the bytes of the body. */
export function webhookRoutes(events: PaymentEvents) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/api/webhooks/stripe', { config: { access: 'public' } }, async (request) => {
      const { body, headers } = request
      const signature = headers['stripe-signature']
      await events.receive(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        typeof signature === 'string' ? signature : '',
      )
      return { received: true }
    })
  }
}
