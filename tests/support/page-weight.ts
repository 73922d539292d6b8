import type { Page } from '@playwright/test'

export interface PageRequest {
  /** The path on the server. */
  path: string
  /** What the browser requested: `document`, `script`, `stylesheet`, `font`, `image`, `fetch` … */
  type: string
  /** Bytes over the network: headers and the compressed body. */
  bytes: number
}

/** How long no request may be running before the page counts as loaded, in milliseconds. */
const quietTime = 1_500

/** Loads an address and lists the requests that the page sends until its main heading is shown and the network is quiet. */
export async function recordRequests(page: Page, url: string): Promise<PageRequest[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const requests = new Map<string, PageRequest>()
  const running = new Set<string>()
  const quiet = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const finish = (requestId: string) => {
    running.delete(requestId)
    clearTimeout(timer)
    if (running.size === 0) timer = setTimeout(quiet.resolve, quietTime)
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    clearTimeout(timer)
    running.add(requestId)
    const { pathname, search } = new URL(request.url)
    requests.set(requestId, { path: `${pathname}${search}`, type: type.toLowerCase(), bytes: 0 })
  })
  session.on('Network.loadingFailed', ({ requestId }) => finish(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
    finish(requestId)
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await quiet.promise
  await session.detach()
  return [...requests.values()]
}

/** The sum over the requests of a type, or over all, in bytes. */
export function bytesOf(requests: readonly PageRequest[], type?: string): number {
  return requests.reduce((sum, request) => (type && request.type !== type ? sum : sum + request.bytes), 0)
}
