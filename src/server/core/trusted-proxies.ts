import { BlockList, isIP } from 'node:net'

/** Whether the address of a connection's other end, or of a hop of `X-Forwarded-For` (counted from it), is a proxy's. */
export type IsTrustedProxy = (address: string, hop: number) => boolean

const maxHops = 10
const names: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export const trustProxyRule =
  'must be a number of proxies from 0 to 10, or addresses and networks separated by commas, such as 10.0.0.0/8 (also: loopback, private)'

/** Parses `TRUST_PROXY`; null when it is neither a number of hops nor a list of addresses and networks. */
export function parseTrustedProxies(value: string): IsTrustedProxy | null {
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    return hops <= maxHops ? (_address, hop) => hop < hops : null
  }
  const list = new BlockList()
  for (const entry of value.split(',').flatMap((word) => names[word.trim()] ?? [word.trim()])) {
    const [address = '', prefix, ...rest] = entry.split('/')
    const version = isIP(address)
    const length = version === 4 ? 32 : 128
    const bits = prefix === undefined ? length : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (version === 0 || rest.length > 0 || !(bits <= length)) return null
    list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const [plain = ''] = address.split('%')
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
}
