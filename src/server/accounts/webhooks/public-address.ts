import { BlockList, isIPv6 } from 'node:net'

/** IPv4 networks that are not of the public internet (RFC 6890), and multicast. */
const closed = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`.split(/\s+/)) {
  const [address = '', prefix] = network.split('/')
  closed.addSubnet(address, Number(prefix))
}

/** The public internet of IPv6 is 2000::/3, except for documentation, and for what carries an IPv4 address (6to4, Teredo). */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(address, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return !closed.check(address)
}
