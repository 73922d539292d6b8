// The load generator: reads a load as JSON from its input, writes what it heard as JSON to its output. It does as
// little as it can with what comes: it looks for two marks.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Heard, Load } from './load.ts'

const load = JSON.parse(await text(process.stdin)) as Load
const first = Buffer.from(load.marks.first)
const end = Buffer.from(load.marks.end)

const heard: Heard = { firstToken: [], whole: [], errors: [], seconds: 0 }
const begun = performance.now()
if (load.concurrency === undefined) await sendAtRate(load.perSecond ?? 1)
else await sendWithConcurrency(load.concurrency)
heard.seconds = (performance.now() - begun) / 1000
process.stdout.write(JSON.stringify(heard))

/** Open loop: requests begin at their time, whether or not earlier ones have ended. */
async function sendAtRate(perSecond: number): Promise<void> {
  const followed: Promise<void>[] = []
  for (let sent = 0; sent < load.requests.length; ) {
    const due = Math.min(load.requests.length, 1 + Math.floor(((performance.now() - begun) / 1000) * perSecond))
    while (sent < due) followed.push(follow(sent++))
    if (sent < load.requests.length) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(followed)
}

/**
 * Closed loop: worker `w` sends requests `w`, `w + concurrency`, … one after another, so that requests that share a
 * conversation are never in flight together.
 */
async function sendWithConcurrency(concurrency: number): Promise<void> {
  const workers = Array.from({ length: concurrency }, async (_, worker) => {
    for (let index = worker; index < load.requests.length; index += concurrency) await follow(index)
  })
  await Promise.all(workers)
}

function follow(index: number): Promise<void> {
  const { body = '', cookie } = load.requests[index] ?? {}
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'text/event-stream',
    ...(cookie ? { cookie } : {}),
  }
  return new Promise((resolve) => {
    const start = performance.now()
    const fail = (error: Error) => {
      heard.errors.push(error.message)
      resolve()
    }
    // A connection of its own for each: no request waits for another's, and none meets one that has just been closed.
    const sent = request(load.url, { method: 'POST', headers, agent: false }, (response) => {
      let waiting = true
      let last: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        if (waiting && chunk.includes(first)) {
          waiting = false
          heard.firstToken.push(performance.now() - start)
        }
        last = [last[1] ?? chunk, chunk]
      })
      response.on('error', fail)
      response.on('end', () => {
        heard.whole.push(performance.now() - start)
        const closing = Buffer.concat(last)
        const isProper = response.statusCode === 200 && closing.includes(end)
        if (!isProper) heard.errors.push(`${response.statusCode} ${closing.subarray(0, 300).toString()}`)
        resolve()
      })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
