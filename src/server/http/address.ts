import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '#server/core/log.ts'
import type { IsTrustedProxy } from '#server/core/trusted-proxies.ts'

/**
 * The address that rate limits count a request under. One IPv6 customer holds a network of at least 2^64 addresses
 * (RFC 6177), so for IPv6 it is the /64 network.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [address = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${all.slice(0, 4).map(withoutLeadingZeros).join(':')}::/64`
}

const withoutLeadingZeros = (group: string) => Number.parseInt(group, 16).toString(16)

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
