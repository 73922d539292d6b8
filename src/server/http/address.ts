import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

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
