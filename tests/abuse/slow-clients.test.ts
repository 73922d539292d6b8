import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { characterLimits } from '#shared/character-terms.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { probeCells } from './probe-client.ts'

let server: AbuseServer
let cookie: string

beforeEach(async () => {
  // No address is a proxy's, not even loopback.
  server = await startAbuseServer({ env: { RATE_LIMITS: 'off', TRUST_PROXY: '0' } })
  cookie = await server.signUp('attacker')
})
afterEach(() => server.close())

interface Connection {
  socket: Socket
  /** Status of the response; 0 for a connection that was closed without one. */
  ended: Promise<number>
}

function open(from: string, request: string, body = ''): Connection {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from })
  let answer = ''
  const ended = new Promise<number>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
  })
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk.slice(0, 100)
  })
  socket.write(request)
  if (body !== '') socket.write(body)
  return { socket, ended }
}

const describeStatuses = (statuses: number[]) =>
  [...Map.groupBy(statuses, (status) => status)]
    .map(([status, all]) => `${all.length} × ${status === 0 ? 'closed' : status}`)
    .join(', ')

describe('a thousand stalled bodies', () => {
  const head = (path: string, session: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${session}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  test.each([
    { who: 'one address, signed in', addresses: 1, path: '/api/characters', bytes: 1_000_000, isSignedIn: true },
    { who: '20 addresses, signed out', addresses: 20, path: '/api/auth/login', bytes: 16_000, isSignedIn: false },
  ])('of $who, end within 40 seconds', async ({ who, addresses, path, bytes, isSignedIn }) => {
    const before = server.memoryMb()
    server.resetPeak()
    const body = '"'.padEnd(bytes - 100, 'x')
    let statuses: number[] = []
    const figures = await server.probe.expectUndisturbed(async () => {
      const connections: Connection[] = []
      for (let count = 0; count < 1_000; count++) {
        const request = head(path, isSignedIn ? `cookie: ${cookie}\r\n` : '', bytes)
        connections.push(open(`127.0.1.${1 + (count % addresses)}`, request, body))
        // 50 a second: the bodies that stay, not their number, are the attack.
        await sleep(20)
      }
      statuses = await Promise.all(connections.map(({ ended }) => ended))
    })
    recordFigures('Slow clients: 1,000 requests whose body stalls', {
      from: who,
      refused: describeStatuses(statuses),
      'memory before': `${before.toFixed(0)} MB`,
      peak: `${server.peakMb().toFixed(0)} MB`,
      ...probeCells(figures),
    })
    expect(statuses).toHaveLength(1_000)
    expect(server.peakMb() - before).toBeLessThan(250)
  })
})

describe('clients that do not read their responses', () => {
  beforeEach(async () => {
    const field = (length: number) => 'é'.repeat(length)
    const character = {
      name: 'Ada Quill',
      description: field(characterLimits.description),
      definition: field(characterLimits.definition),
      greeting: field(characterLimits.greeting),
    }
    for (let count = 0; count < 100; count++) {
      await server.send('POST', '/api/characters', { cookie, body: character })
    }
  })

  test.each([6, 100])('%i of them are disconnected', async (clients) => {
    const before = server.memoryMb()
    server.resetPeak()
    let unread = 0
    const figures = await server.probe.expectUndisturbed(async () => {
      const request = `GET /api/characters HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`
      const connections: Connection[] = []
      for (let count = 0; count < clients; count++) {
        // Each asks eight times on one connection.
        const connection = open('127.0.2.1', request.repeat(8))
        connection.socket.pause()
        connections.push(connection)
        await sleep(100)
      }
      await sleep(40_000)
      unread = server.memoryMb()
      for (const { socket } of connections) socket.resume()
      await Promise.all(connections.map(({ ended }) => ended))
    })
    recordFigures('Slow clients: responses that are not read', {
      clients,
      'memory before': `${before.toFixed(0)} MB`,
      peak: `${server.peakMb().toFixed(0)} MB`,
      'after 40 s': `${unread.toFixed(0)} MB`,
      ...probeCells(figures),
    })
    expect(server.peakMb() - before).toBeLessThan(400)
  })
})
