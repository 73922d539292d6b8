import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventSource as NodeEventSource } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { HttpError } from '#client/lib/http.ts'
import type { AlertMessage } from '#shared/alerts.ts'
import type { Flag } from '#shared/flags.ts'
import { AlertConnection, type AlertProblem } from './alert-connection.ts'

const streamPath = '/api/admin/alerts/stream'

/** A queue of arrivals that a test awaits one by one. */
class Arrivals<T> {
  readonly #waiting: ((value: T) => void)[] = []
  readonly #arrived: T[] = []

  push(value: T) {
    const next = this.#waiting.shift()
    if (next) next(value)
    else this.#arrived.push(value)
  }

  next(): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>()
    if (this.#arrived.length > 0) resolve(this.#arrived.shift() as T)
    else this.#waiting.push(resolve)
    return promise
  }

  get count() {
    return this.#arrived.length
  }
}

interface SocketArrival {
  socket: ServerSocket
  auth: { type: string; adminToken: string; lastEventId: string | null }
}
interface StreamArrival {
  response: ServerResponse
  url: string
}

const http = createServer()
const sockets = new WebSocketServer({ noServer: true })
let authenticated: Arrivals<SocketArrival>
let streams: Arrivals<StreamArrival>
/** What happens to the handshake of a WebSocket. */
let handshake: 'accept' | 'drop'
/** What the server answers to a stream. */
let streamStatus: number

http.on('upgrade', (request, socket, head) => {
  if (handshake === 'drop') return void socket.destroy()
  sockets.handleUpgrade(request, socket, head, async (client) => {
    const [data] = await once(client, 'message')
    authenticated.push({ socket: client, auth: JSON.parse(String(data)) })
  })
})
http.on('request', (request: IncomingMessage, response: ServerResponse) => {
  if (streamStatus !== 200) return void response.writeHead(streamStatus).end()
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  streams.push({ response, url: request.url ?? '' })
})

type Happening = string | { problem: AlertProblem } | { flag: string } | 'resync'

/** What the connection reported, in order: states, messages and problems. */
let happenings: Happening[]
let reported: Arrivals<Happening>
let tokens: (string | Error)[]
let network: EventTarget
let connection: AlertConnection

beforeEach(async () => {
  await once(http.listen(0, '127.0.0.1'), 'listening')
  authenticated = new Arrivals()
  streams = new Arrivals()
  reported = new Arrivals()
  happenings = []
  tokens = []
  handshake = 'accept'
  streamStatus = 200
  network = new EventTarget()
  const report = (happening: Happening) => {
    happenings.push(happening)
    reported.push(happening)
  }
  const { port } = http.address() as AddressInfo
  connection = new AlertConnection(
    {
      onState: (state, transport) => report(transport ? `${state} ${transport}` : state),
      onFlag: ({ flag }) => report({ flag: flag.id }),
      onResync: () => report('resync'),
      onProblem: (problem) => report({ problem }),
    },
    {
      fetchToken: async () => {
        const token = tokens.shift() ?? 'token'
        if (token instanceof Error) throw token
        return token
      },
      openSocket: () => new WebSocket(`ws://127.0.0.1:${port}/ws`),
      openStream: (path) => new NodeEventSource(`http://127.0.0.1:${port}${path}`) as unknown as EventSource,
      random: () => 0,
      network,
    },
  )
})

afterEach(async () => {
  connection.stop()
  vi.useRealTimers()
  for (const client of sockets.clients) client.terminate()
  http.closeAllConnections()
  http.close()
  await once(http, 'close')
})

/** Waits until the connection reports this. */
async function expectNext(...expected: Happening[]) {
  for (const happening of expected) expect(await reported.next()).toEqual(happening)
}

const flag = (id: string) => ({ id }) as Flag
const alert = (id: string): AlertMessage => ({ type: 'flag_alert', id, flag: flag(`flag-${id}`) })
const send = ({ socket }: SocketArrival, message: AlertMessage) => socket.send(JSON.stringify(message))
function emit({ response }: StreamArrival, { type, id, ...data }: AlertMessage) {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
}

async function acceptSocket(id = '7'): Promise<SocketArrival> {
  const arrival = await authenticated.next()
  send(arrival, { type: 'auth_success', id })
  return arrival
}

async function acceptStream(id = '7'): Promise<StreamArrival> {
  const arrival = await streams.next()
  emit(arrival, { type: 'connected', id })
  return arrival
}

/** From the start to a connected WebSocket. */
async function connectSocket(): Promise<SocketArrival> {
  connection.start()
  const arrival = await acceptSocket()
  await expectNext('connecting', 'connected websocket', 'resync')
  return arrival
}

/** Only the timers of the connection are faked: the network is real. */
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('over a WebSocket', () => {
  it('the first message authenticates with the token, and alerts follow', async () => {
    tokens = ['secret']
    connection.start()
    const arrival = await acceptSocket()
    expect(arrival.auth).toEqual({ type: 'auth', adminToken: 'secret', lastEventId: null })
    await expectNext('connecting', 'connected websocket', 'resync')
    send(arrival, alert('8'))
    await expectNext({ flag: 'flag-8' })
  })

  it.each([
    [1000, 'normal'],
    [1001, 'going away'],
    [1011, 'server error'],
    [1012, 'restart'],
    [1013, 'too slow'],
    [4002, 'unknown code'],
  ])('a close with %d (%s) is followed by another WebSocket from the last message', async (code) => {
    fakeTimers()
    const arrival = await connectSocket()
    send(arrival, alert('8'))
    await expectNext({ flag: 'flag-8' })
    arrival.socket.close(code)
    await expectNext('disconnected')
    await vi.advanceTimersByTimeAsync(500)
    const second = await acceptSocket('9')
    expect(second.auth.lastEventId).toBe('8')
    await expectNext('connecting', 'connected websocket')
    expect(streams.count).toBe(0)
  })

  it('a message that is sent again is reported once', async () => {
    fakeTimers()
    const arrival = await connectSocket()
    send(arrival, alert('8'))
    send(arrival, alert('9'))
    send(arrival, alert('8'))
    arrival.socket.close(1012)
    await expectNext({ flag: 'flag-8' }, { flag: 'flag-9' }, 'disconnected')
    await vi.advanceTimersByTimeAsync(500)
    const second = await acceptSocket()
    for (const id of ['8', '9', '10']) send(second, alert(id))
    await expectNext('connecting', 'connected websocket', { flag: 'flag-10' })
  })

  it('after a resync, flags are read anew and the next connection starts there', async () => {
    fakeTimers()
    const arrival = await connectSocket()
    send(arrival, { type: 'resync', id: '700' })
    await expectNext('resync')
    arrival.socket.close(1012)
    await expectNext('disconnected')
    await vi.advanceTimersByTimeAsync(500)
    expect((await acceptSocket()).auth.lastEventId).toBe('700')
  })

  it('4001 shows the time-out and ends the connection', async () => {
    fakeTimers()
    const arrival = await connectSocket()
    arrival.socket.close(4001)
    await expectNext({ problem: 'authentication_timeout' }, 'disconnected')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(happenings.at(-1)).toBe('disconnected')
    expect([authenticated.count, streams.count]).toEqual([0, 0])
  })
})

describe('server-sent events are used instead', () => {
  it('when the WebSocket closes abnormally, 1006 (spec 4.alerts.2)', async () => {
    handshake = 'drop'
    connection.start()
    const stream = await acceptStream()
    expect(stream.url).toBe(streamPath)
    await expectNext('connecting', 'connecting', 'connected sse', 'resync')
    emit(stream, alert('8'))
    await expectNext({ flag: 'flag-8' })
  })

  it('when the token cannot be read (spec 4.alerts.2)', async () => {
    tokens = [new HttpError(500, '')]
    connection.start()
    await acceptStream()
    await expectNext('connecting', 'connecting', 'connected sse', 'resync')
  })

  it('when a connected WebSocket breaks, from the last message', async () => {
    const arrival = await connectSocket()
    send(arrival, alert('8'))
    await expectNext({ flag: 'flag-8' })
    arrival.socket.terminate()
    const stream = await acceptStream()
    expect(stream.url).toBe(`${streamPath}?after=8`)
    for (const id of ['8', '9']) emit(stream, alert(id))
    await expectNext('connecting', 'connected sse', { flag: 'flag-9' })
  })

  it('when the server refuses the token (4003), which is also shown (spec 4.alerts.2)', async () => {
    connection.start()
    const { socket } = await authenticated.next()
    socket.close(4003)
    await acceptStream()
    await expectNext('connecting', { problem: 'authentication_failed' }, 'connecting', 'connected sse', 'resync')
  })

  it('when the WebSocket is not authenticated within 5 s (spec 9.websocket)', async () => {
    fakeTimers()
    connection.start()
    await authenticated.next()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(streams.count).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await acceptStream()
    await expectNext('connecting', 'connecting', 'connected sse', 'resync')
  })

  it('a stream that ends is replaced by a WebSocket from the last message', async () => {
    fakeTimers()
    handshake = 'drop'
    connection.start()
    const stream = await acceptStream()
    await expectNext('connecting', 'connecting', 'connected sse', 'resync')
    emit(stream, alert('8'))
    await expectNext({ flag: 'flag-8' })
    handshake = 'accept'
    stream.response.destroy()
    await expectNext('disconnected')
    await vi.advanceTimersByTimeAsync(500)
    expect((await acceptSocket()).auth.lastEventId).toBe('8')
    await expectNext('connecting', 'connected websocket')
  })
})

describe('a connection that fails', () => {
  it.each([401, 403])('asks for a login after %d for the token, and is not tried again', async (status) => {
    fakeTimers()
    tokens = [new HttpError(status, '')]
    connection.start()
    await expectNext('connecting', { problem: 'authentication_required' }, 'disconnected')
    await vi.advanceTimersByTimeAsync(120_000)
    expect([happenings.length, authenticated.count, streams.count]).toEqual([3, 0, 0])
  })

  it('is shown once, and tried after 1, 2, 4 … 30 s, half of it at the least', async () => {
    fakeTimers()
    handshake = 'drop'
    streamStatus = 503
    connection.start()
    await expectNext('connecting', 'connecting', { problem: 'connection_failed' }, 'disconnected')
    for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(happenings.at(-1)).toBe('disconnected')
      await vi.advanceTimersByTimeAsync(1)
      await expectNext('connecting', 'connecting', 'disconnected')
    }
    streamStatus = 200
    await vi.advanceTimersByTimeAsync(15_000)
    const stream = await acceptStream()
    await expectNext('connecting', 'connecting', 'connected sse', 'resync')
    // The next loss is a new one: the first delay is short again, and a failure is shown again.
    streamStatus = 503
    stream.response.destroy()
    await expectNext('disconnected')
    await vi.advanceTimersByTimeAsync(500)
    await expectNext('connecting', 'connecting', { problem: 'connection_failed' }, 'disconnected')
  })

  it.each(['websocket', 'sse'])('is shown as disconnected as soon as the network is gone (%s)', async (transport) => {
    fakeTimers()
    if (transport === 'sse') {
      handshake = 'drop'
      connection.start()
      await acceptStream()
      await expectNext('connecting', 'connecting', 'connected sse', 'resync')
    } else await connectSocket()
    network.dispatchEvent(new Event('offline'))
    await expectNext('disconnected')
    handshake = 'accept'
    network.dispatchEvent(new Event('online'))
    expect((await acceptSocket()).auth.lastEventId).toBe('7')
    await expectNext('connecting', 'connected websocket')
  })
})

it('stop closes the WebSocket and reports nothing more', async () => {
  const { socket } = await connectSocket()
  const closed = once(socket, 'close')
  connection.stop()
  await closed
  expect(happenings.at(-1)).toBe('resync')
})
