import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const timeout = 10_000
/** Bytes of a response that are read and ignored, so that the receiver can end it. */
const responseMax = 4_096

interface Post {
  url: string
  headers: Record<string, string>
  body: string
  isPrivateAllowed: boolean
  signal: AbortSignal
}

export interface PostResult {
  isDelivered: boolean
  /** For the list of deliveries. */
  result: string
}

/** Sends one request, and follows no redirect. Without `isPrivateAllowed`, it connects only to public addresses. */
export async function postWebhook({ url, headers, body, isPrivateAllowed, signal }: Post): Promise<PostResult> {
  const stopAfter = AbortSignal.timeout(timeout)
  try {
    if (!isAllowedUrl(url, isPrivateAllowed)) throw new PrivateAddressError()
    // Importing them loads Node's fetch too, which most instances do not need.
    const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: one that was kept open may be closed when it is used.
        agent: false,
        signal: AbortSignal.any([signal, stopAfter]),
        ...(!isPrivateAllowed && { lookup: lookupPublic }),
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let size = 0
        response.on('error', () => {})
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > responseMax) response.destroy()
        })
        resolve(response.statusCode ?? 0)
      })
      sent.end(body)
    })
    return { isDelivered: status >= 200 && status < 300, result: `HTTP ${status}` }
  } catch (error) {
    signal.throwIfAborted()
    if (stopAfter.aborted) return { isDelivered: false, result: 'No answer within 10 seconds' }
    return { isDelivered: false, result: describeError(error) }
  }
}

class PrivateAddressError extends Error {}

function describeError(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'The address is of a private network'
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host was not found'
  return `No connection${code ? ` (${code})` : ''}`
}

/** Whether a webhook may have this URL. Names are checked when they are resolved. */
export function isAllowedUrl(url: string, isPrivateAllowed: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return false
  if (isPrivateAllowed) return true
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/** The connection is made to the addresses that were checked here, so a name cannot resolve to others in between. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const [first] = found
    if (error || !first) return callback(error ?? new Error('no address'), '')
    if (!found.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddressError(), '')
    if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is of the public internet, and does not carry one that may not be (NAT64, 6to4, Teredo). */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}
