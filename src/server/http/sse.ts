import type { FastifyReply, FastifyRequest } from 'fastify'

/** A reader that takes nothing for this many bytes is let go: it comes back with `Last-Event-ID` when it can. */
const backlogMax = 1024 * 1024
const heartbeatEvery = 15_000

/** An open event stream. Frames written in one turn of the event loop leave in one write. */
export interface EventStream {
  send(event: string, id: string, data: unknown): void
  end(): void
  /** Called once when the reader is gone, however it went. */
  onClose(listener: () => void): void
}

/** All streams of the process share one heartbeat. */
const open = new Set<{ write: (frame: string) => void }>()
let beating = false

function beat(): void {
  for (const stream of open) stream.write(': still here\n\n')
}

export function wantsEventStream(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/event-stream')
}

/** Takes the connection over from the framework and begins an event stream on it. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack()
  const raw = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  raw.socket?.setNoDelay(true)

  let pending = ''
  let closed = false
  const listeners: (() => void)[] = []
  function flush() {
    const frames = pending
    pending = ''
    if (closed || frames === '') return
    raw.write(frames)
    if (raw.writableLength > backlogMax) raw.destroy()
  }
  function write(frame: string) {
    if (closed) return
    if (pending === '') process.nextTick(flush)
    pending += frame
  }
  const stream = { write }
  open.add(stream)
  if (!beating) setInterval(beat, heartbeatEvery).unref()
  beating = true
  raw.on('close', () => {
    closed = true
    open.delete(stream)
    for (const listener of listeners) listener()
  })
  raw.on('error', (error) => request.log.debug({ err: error }, 'event stream'))
  return {
    send: (event, id, data) => write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      flush()
      raw.end()
    },
    onClose: (listener) => void listeners.push(listener),
  }
}
