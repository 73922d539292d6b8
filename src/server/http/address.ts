import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from '#server/core/log.ts'
import type { IsTrustedProxy } from '#server/core/trusted-proxies.ts'

/**
 * The address that rate limits count a request under. One IPv6 customer holds a network of at least 2^64 addresses
 * (RFC 6177), so for IPv6 it is the /64 network.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIP(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Logs once that all visitors of a proxy count as one address, since `TRUST_PROXY` does not name it. */
export function warnAboutUntrustedProxy(app: FastifyInstance, log: Logger, isTrusted: IsTrustedProxy): void {
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return done()
    const { remoteAddress = '' } = request.socket
    if (!isTrusted(remoteAddress, 0)) {
      isLogged = true
      log.warn({ remoteAddress }, 'X-Forwarded-For is ignored: if this address is your proxy, name it in TRUST_PROXY')
    }
    done()
  })
}
