// The load generator reads a `Load` as JSON from stdin and writes a `LoadResult` as JSON to stdout. To use little CPU it
// does not parse responses; it only searches them for two markers.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Load, LoadResult } from './load.ts'

const load = JSON.parse(await text(process.stdin)) as Load
const first = Buffer.from(load.markers.first)
const end = Buffer.from(load.markers.end)

const result: LoadResult = { firstToken: [], whole: [], errors: [], seconds: 0 }
const startedAt = performance.now()
if (load.concurrency === undefined) await sendAtRate(load.perSecond ?? 1)
else await sendWithConcurrency(load.concurrency)
result.seconds = (performance.now() - startedAt) / 1000
process.stdout.write(JSON.stringify(result))

/** Open loop: each request starts at its due time, whether or not earlier ones have ended. */
async function sendAtRate(perSecond: number): Promise<void> {
  const pending: Promise<void>[] = []
  for (let sent = 0; sent < load.requests.length; ) {
    const due = Math.min(load.requests.length, 1 + Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
    while (sent < due) pending.push(sendRequest(sent++))
    if (sent < load.requests.length) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(pending)
}

/**
 * Closed loop: worker `w` sends requests `w`, `w + concurrency`, … one after another, so that requests that share a
 * conversation are never in flight together.
 */
async function sendWithConcurrency(concurrency: number): Promise<void> {
  const workers = Array.from({ length: concurrency }, async (_, worker) => {
    for (let index = worker; index < load.requests.length; index += concurrency) await sendRequest(index)
  })
  await Promise.all(workers)
}

function sendRequest(index: number): Promise<void> {
  const { body = '', ...credentials } = load.requests[index] ?? {}
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'text/event-stream',
    ...credentials,
  }
  return new Promise((resolve) => {
    const start = performance.now()
    const fail = (error: Error) => {
      result.errors.push(error.message)
      resolve()
    }
    // A new connection per request: no request waits for another's, and none reuses one that is being closed.
    const sent = request(load.url, { method: 'POST', headers, agent: false }, (response) => {
      let isWaiting = true
      let lastChunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        if (isWaiting && chunk.includes(first)) {
          isWaiting = false
          result.firstToken.push(performance.now() - start)
        }
        lastChunks = [lastChunks[1] ?? chunk, chunk]
      })
      response.on('error', fail)
      response.on('end', () => {
        result.whole.push(performance.now() - start)
        const closing = Buffer.concat(lastChunks)
        const isProper = response.statusCode === 200 && closing.includes(end)
        if (!isProper) result.errors.push(`${response.statusCode} ${closing.subarray(0, 300).toString()}`)
        resolve()
      })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
