import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes a slow reader may leave unread before it is disconnected. It reconnects with `Last-Event-ID`. */
const backlogMax = 1024 * 1024
/** Milliseconds. A stream whose reader took nothing from one heartbeat to the next is disconnected too. */
const heartbeatEvery = 15_000

/** An open event stream. Frames sent in one iteration of the event loop are one write to the socket. */
export interface EventStream {
  send(event: string, id: string, data: unknown): void
  /** As `send`, with data that is serialized already: one line of JSON. */
  sendText(event: string, id: string, json: string): void
  /** A frame with nothing else. */
  sendData(data: string): void
  end(): void
  /** Calls the listener once, when the connection has closed: at once if it was closed before the stream began. */
  onClose(listener: () => void): void
}

export function wantsEventStream(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/event-stream')
}

/**
 * Takes the connection over from Fastify and starts an event stream on it. It ends when the session of the request may no
 * longer call its route. `retry`: milliseconds after which a browser reconnects.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { retry }: { retry?: number } = {},
): EventStream {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.socket?.setNoDelay(true)

  let pending = retry === undefined ? '' : `retry: ${retry}\n`
  // If the client has already disconnected, no event `close` follows.
  let closed = raw.destroyed
  let hasEnded = false
  let isFlushScheduled = false
  const listeners: (() => void)[] = []
  function flush() {
    const frames = pending
    pending = ''
    isFlushScheduled = false
    if (closed) return
    if (hasEnded) raw.end(frames)
    else if (frames === '') raw.flushHeaders()
    else raw.write(frames)
    if (raw.writableLength > backlogMax) raw.destroy()
  }
  function scheduleFlush() {
    if (!isFlushScheduled) setImmediate(flush)
    isFlushScheduled = true
  }
  function write(frame: string) {
    if (closed || hasEnded) return
    pending += frame
    scheduleFlush()
  }
  function end() {
    if (hasEnded) return
    hasEnded = true
    scheduleFlush()
  }
  // The headers are sent also without a frame.
  scheduleFlush()
  let readBefore = -1
  const heartbeats = setInterval(() => {
    if (closed) return clearInterval(heartbeats)
    const read = (raw.socket?.bytesWritten ?? 0) - raw.writableLength
    if (raw.writableLength > 0 && read === readBefore) return raw.destroy()
    readBefore = read
    write(': heartbeat\n\n')
  }, heartbeatEvery).unref()
  const { signedInViewer: viewer, server, routeOptions } = request
  const access = routeOptions.config?.access
  const unwatch = viewer && server.watchSession?.({ sessionId: viewer.session_id, access, end })
  raw.on('close', () => {
    closed = true
    unwatch?.()
    clearInterval(heartbeats)
    for (const listener of listeners) listener()
  })
  raw.on('error', (error) => request.log.debug({ err: error, requestId: request.id }, 'event stream error'))
  const sendText = (event: string, id: string, json: string) => write(`id: ${id}\nevent: ${event}\ndata: ${json}\n\n`)
  return {
    send: (event, id, data) => sendText(event, id, JSON.stringify(data)),
    sendText,
    sendData: (data) => write(`data: ${data}\n\n`),
    end,
    onClose(listener) {
      if (closed) listener()
      else listeners.push(listener)
    },
  }
}
