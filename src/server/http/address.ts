import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Who a request comes from, as far as limits go. A household or a server with IPv6 has a network of 2^64 addresses to
 * itself (RFC 6177), so it is the network that is counted.
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
  return `${all.slice(0, 4).map(withoutZeros).join(':')}::/64`
}

const withoutZeros = (group: string) => Number.parseInt(group, 16).toString(16)
