import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import type { AlertMessage } from '#shared/alerts.ts'
import type { Flag } from '#shared/flags.ts'
import { createAlertConnection } from './alert-connection.ts'

/** A WebSocket whose server is the test. */
class FakeSocket {
  onopen = () => {}
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  auth: unknown
  isClosed = false

  send(text: string) {
    this.auth = JSON.parse(text)
  }

  close() {
    this.isClosed = true
  }

  say(...messages: AlertMessage[]) {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }

  async end(code: number) {
    this.onclose?.({ code })
    await pass(0)
  }
}

/** A stream of events whose server is the test. */
class FakeStream extends EventTarget {
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
  }

  close() {}

  say(...messages: AlertMessage[]) {
    for (const { type, id, ...data } of messages) {
      this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id ?? '' }))
    }
  }

  async end() {
    this.onerror?.()
    await pass(0)
  }
}

let sockets: FakeSocket[]
let streams: FakeStream[]
let token: string | Error
let network: EventTarget
let connection: ReturnType<typeof createAlertConnection>
/** States, flags and problems that the connection reported. */
let reports: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;[sockets, streams, reports, token, network] = [[], [], [], 'token', new EventTarget()]
  const report = (text: string) => void reports.push(text)
  connection = createAlertConnection(
    {
      onState: (state, transport) => report(transport ? `${state} ${transport}` : state),
      onFlag: ({ flag }) => report(flag.id),
      onResync: () => report('resync'),
      onProblem: report,
    },
    {
      fetchToken: async () => {
        if (token instanceof Error) throw token
        return token
      },
      openSocket: () => {
        sockets.push(new FakeSocket())
        return lastSocket() as unknown as WebSocket
      },
      openStream: (path) => {
        streams.push(new FakeStream(path))
        return lastStream() as unknown as EventSource
      },
      random: () => 0,
      network,
    },
  )
})

afterEach(() => {
  connection.stop()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** What was reported since this was asked for. */
const reported = () => reports.splice(0)
const lastSocket = () => sockets.at(-1) ?? new FakeSocket()
const lastStream = () => streams.at(-1) ?? new FakeStream('')
const alert = (id: string): AlertMessage => ({ type: 'flag_alert', id, flag: { id: `flag-${id}` } as Flag })

function acceptSocket(id = '7'): FakeSocket {
  const socket = lastSocket()
  socket.onopen()
  socket.say({ type: 'auth_success', id })
  return socket
}

function acceptStream(id = '7'): FakeStream {
  lastStream().say({ type: 'connected', id })
  return lastStream()
}

/** From the start to a connected WebSocket. */
async function connectSocket(): Promise<FakeSocket> {
  connection.start()
  await pass(0)
  const socket = acceptSocket()
  expect(reported()).toEqual(['connecting', 'connected websocket', 'resync'])
  return socket
}

/** From the start to a connected stream, after a WebSocket that was closed abnormally. */
async function connectStream(): Promise<FakeStream> {
  connection.start()
  await pass(0)
  await lastSocket().end(1006)
  const stream = acceptStream()
  expect(reported()).toEqual(['connecting', 'connecting', 'connected sse', 'resync'])
  return stream
}

describe('over a WebSocket', () => {
  it('the first message authenticates with the token, and alerts follow (spec 7.10)', async () => {
    token = 'secret'
    const socket = await connectSocket()
    expect(socket.auth).toEqual({ type: 'auth', adminToken: 'secret', lastEventId: null })
    socket.say(alert('8'))
    expect(reported()).toEqual(['flag-8'])
    connection.stop()
    expect([socket.isClosed, reported()]).toEqual([true, []])
  })

  it.each([
    [1000, 'normal'],
    [1001, 'going away'],
    [1011, 'server error'],
    [1012, 'restart'],
    [1013, 'too slow'],
    [4002, 'unknown code'],
  ])('a close with %d (%s) is followed by another WebSocket from the last message', async (code) => {
    const socket = await connectSocket()
    socket.say(alert('8'))
    await socket.end(code)
    expect(reported()).toEqual(['flag-8', 'disconnected'])
    await pass(500)
    expect(acceptSocket('9').auth).toMatchObject({ lastEventId: '8' })
    expect(reported()).toEqual(['connecting', 'connected websocket'])
    expect(streams).toEqual([])
  })

  it('a message that is sent again is reported once', async () => {
    const socket = await connectSocket()
    socket.say(alert('8'), alert('9'), alert('8'))
    await socket.end(1012)
    await pass(500)
    acceptSocket().say(alert('8'), alert('9'), alert('10'))
    expect(reported().filter((report) => report.startsWith('flag'))).toEqual(['flag-8', 'flag-9', 'flag-10'])
  })

  it('after a resync, flags are read anew and the next connection starts there', async () => {
    const socket = await connectSocket()
    socket.say({ type: 'resync', id: '700' })
    await socket.end(1012)
    expect(reported()).toEqual(['resync', 'disconnected'])
    await pass(500)
    expect(acceptSocket().auth).toMatchObject({ lastEventId: '700' })
  })

  it('4001 shows the time-out and ends the connection (spec 4.alerts.3)', async () => {
    const socket = await connectSocket()
    await socket.end(4001)
    await pass(120_000)
    expect(reported()).toEqual(['authentication_timeout', 'disconnected'])
    expect([sockets.length, streams.length]).toEqual([1, 0])
  })
})

describe('server-sent events are used instead', () => {
  it('when the WebSocket closes abnormally, 1006 (spec 4.alerts.2)', async () => {
    const stream = await connectStream()
    expect(stream.url).toBe('/api/admin/alerts/stream')
    stream.say(alert('8'))
    expect(reported()).toEqual(['flag-8'])
  })

  it('when the token cannot be read (spec 4.alerts.2)', async () => {
    token = new HttpError(500, '')
    connection.start()
    await pass(0)
    acceptStream()
    expect(reported()).toEqual(['connecting', 'connecting', 'connected sse', 'resync'])
  })

  it('when a connected WebSocket breaks, from the last message', async () => {
    const socket = await connectSocket()
    socket.say(alert('8'))
    await socket.end(1006)
    expect(lastStream().url).toBe('/api/admin/alerts/stream?after=8')
    acceptStream().say(alert('8'), alert('9'))
    expect(reported()).toEqual(['flag-8', 'connecting', 'connected sse', 'flag-9'])
  })

  it('when the server refuses the token (4003), which is also shown (spec 4.alerts.2)', async () => {
    connection.start()
    await pass(0)
    await lastSocket().end(4003)
    acceptStream()
    expect(reported()).toEqual(['connecting', 'authentication_failed', 'connecting', 'connected sse', 'resync'])
  })

  it('when the WebSocket is not authenticated within 5 s (spec 9.websocket)', async () => {
    connection.start()
    await pass(4_999)
    expect(streams).toEqual([])
    await pass(1)
    acceptStream()
    expect(reported()).toEqual(['connecting', 'connecting', 'connected sse', 'resync'])
  })

  it('a stream that ends is replaced by a WebSocket from the last message', async () => {
    const stream = await connectStream()
    stream.say(alert('8'))
    await stream.end()
    expect(reported()).toEqual(['flag-8', 'disconnected'])
    await pass(500)
    expect(acceptSocket().auth).toMatchObject({ lastEventId: '8' })
    expect(reported()).toEqual(['connecting', 'connected websocket'])
  })
})

describe('a connection that fails', () => {
  it.each([401, 403])('asks for a login after %d for the token, and is not tried again', async (status) => {
    token = new HttpError(status, '')
    connection.start()
    await pass(120_000)
    expect(reported()).toEqual(['connecting', 'authentication_required', 'disconnected'])
    expect([sockets.length, streams.length]).toEqual([0, 0])
  })

  it('is shown once, and tried after 1, 2, 4 … 30 s, half of it at the least (spec 4.alerts.1)', async () => {
    const fail = async () => {
      await lastSocket().end(1006)
      await lastStream().end()
    }
    connection.start()
    await pass(0)
    await fail()
    expect(reported()).toEqual(['connecting', 'connecting', 'connection_failed', 'disconnected'])
    for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      await pass(delay - 1)
      expect(reported()).toEqual([])
      await pass(1)
      await fail()
      expect(reported()).toEqual(['connecting', 'connecting', 'disconnected'])
    }
    await pass(15_000)
    await lastSocket().end(1006)
    // The next loss is a new one: the first delay is short again, and a failure is shown again.
    await acceptStream().end()
    expect(reported()).toEqual(['connecting', 'connecting', 'connected sse', 'resync', 'disconnected'])
    await pass(500)
    await fail()
    expect(reported()).toEqual(['connecting', 'connecting', 'connection_failed', 'disconnected'])
  })

  it.each([
    ['WebSocket', connectSocket],
    ['stream', connectStream],
  ])('is shown as disconnected as soon as the network is gone (%s)', async (_, connect) => {
    await connect()
    network.dispatchEvent(new Event('offline'))
    await pass(0)
    expect(reported()).toEqual(['disconnected'])
    network.dispatchEvent(new Event('online'))
    await pass(0)
    expect(acceptSocket().auth).toMatchObject({ lastEventId: '7' })
    expect(reported()).toEqual(['connecting', 'connected websocket'])
  })
})
