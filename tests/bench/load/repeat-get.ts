// Repeats one GET request on several connections, each request after the previous response. Reads a `RepeatedGet` as JSON
// from stdin and writes a `Repeated` as JSON to stdout. It uses sockets directly and reads only the length of each
// response, so that it needs less CPU than the servers it measures.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Repeated, RepeatedGet } from '../gallery.ts'

const { url, headers, status, connections, count } = JSON.parse(await text(process.stdin)) as RepeatedGet
const { hostname, port, pathname, search, host } = new URL(url)
const headerLines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
const requestBytes = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headerLines.join('')}\r\n`)
const expected = `HTTP/1.1 ${status} `

let sent = 0
let bodyBytes = 0
const startedAt = performance.now()
await Promise.all(Array.from({ length: connections }, read))
const seconds = (performance.now() - startedAt) / 1000
process.stdout.write(JSON.stringify({ perSecond: count / seconds, bodyBytes } satisfies Repeated))

function read(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let left = 0
    const next = () => {
      if (sent === count) {
        socket.end(resolve)
        return
      }
      sent += 1
      socket.write(requestBytes)
    }
    socket.setNoDelay(true).on('connect', next).on('error', reject)
    socket.on('data', (chunk) => {
      if (left === 0) {
        const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n')).toString('latin1')
        if (!head.startsWith(expected)) throw new Error(`${url}: ${head.slice(0, 200)}`)
        bodyBytes = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        left = head.length + 4 + bodyBytes
      }
      left -= chunk.length
      if (left === 0) next()
    })
  })
}
