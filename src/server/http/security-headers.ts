import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** Sends Helmet's headers with every response. They depend on no request, so Helmet computes them once. */
export function setSecurityHeaders(app: FastifyInstance, { secure }: { secure: boolean }): void {
  const headers = securityHeaders(secure)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** A page loads scripts from this server only, never inline; inline styles are allowed. No site may frame it. */
function securityHeaders(secure: boolean): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // What the test of a voice service speaks.
        mediaSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  // Not a real response: importing `node:http` as an ES module also loads Node's WebSocket and fetch, 10 MB.
  const headers: Record<string, string> = {}
  const response = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader() {},
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}
