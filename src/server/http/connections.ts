import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#server/core/log.ts'
import type { IsTrustedProxy } from '#server/core/trusted-proxies.ts'
import { addressOf } from './address.ts'

/** What slow clients may hold, all of them together. Connections of a proxy are not capped. */
export const connectionLimits = {
  perAddress: 200,
  /** Bytes of unfinished requests. What a request takes besides its body counts as `requestBytes`. */
  received: 64 * 1024 * 1024,
  requestBytes: 32 * 1024,
  /** Bytes of responses that their clients have not read. */
  unread: 128 * 1024 * 1024,
  /** Milliseconds in which a client must read some of its response. */
  readTimeout: 30_000,
  /** Milliseconds between two checks of the bytes. */
  checkInterval: 250,
}

/** A request and its response, from the request's headers to the response's end. */
interface Exchange {
  /** In the order of arrival. */
  number: number
  socket: Socket
  request: IncomingMessage
  response: ServerResponse
  /** What the connection had received before this request. */
  receivedBefore: number
}

interface Options {
  isTrusted: IsTrustedProxy
  log: Logger
  /** Answers a request that is dropped before it has arrived whole. */
  reject: (socket: Socket) => void
  limits?: typeof connectionLimits
}

/**
 * Limits what slow clients hold: drops the oldest of unfinished requests and the largest of unread responses. The
 * request timeout ends the others.
 */
export function limitConnections(app: FastifyInstance, options: Options): void {
  const { limits = connectionLimits } = options
  const { server } = app
  capConnectionsPerAddress(server, { ...options, limits })
  /** The last exchange of each connection; null when it has ended. */
  const exchanges = new Map<Socket, Exchange | null>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    exchanges.set(socket, null)
    socket.once('close', () => exchanges.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    count += 1
    // Without `delete`: a Map that entries leave is copied again and again, and V8 keeps its copies, with the requests in
    // them, until the next full garbage collection.
    exchanges.set(socket, { number: count, socket, request, response, receivedBefore: socket.bytesRead })
  })
  const timer = setInterval(() => {
    for (const [socket, exchange] of exchanges) {
      if (exchange?.request.complete && exchange.response.writableFinished) exchanges.set(socket, null)
    }
    const unfinished = [...exchanges.values()].filter((exchange) => exchange !== null)
    dropExcess(
      unfinished.sort((a, b) => a.number - b.number),
      { ...options, limits },
    )
  }, limits.checkInterval)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function dropExcess(exchanges: Exchange[], { limits, log, reject }: Required<Options>): void {
  const received = exchanges.map((exchange) => ({ ...exchange, bytes: bytesReceived(exchange, limits.requestBytes) }))
  const slow = findExcess(received, limits.received)
  for (const { socket } of slow) reject(socket)
  if (slow.length > 0) log.warn({ dropped: slow.length }, 'slow requests dropped: too many are unfinished')

  const unread = exchanges.map(({ socket, response }) => ({ socket, bytes: response.writableLength }))
  for (const { socket, bytes } of unread) {
    // Node ends the connection after this time, unless some of the data is read. The next request resets it.
    if (bytes > 0 && !socket.timeout) socket.setTimeout(limits.readTimeout)
  }
  const ignored = findExcess(
    unread.sort((a, b) => b.bytes - a.bytes),
    limits.unread,
  )
  for (const { socket } of ignored) socket.destroy()
  if (ignored.length > 0) log.warn({ dropped: ignored.length }, 'responses dropped: too much is unread')
}

function capConnectionsPerAddress(server: Server, { isTrusted, log, limits }: Required<Options>): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (isTrusted(remoteAddress, 0)) return
    const address = addressOf({ ip: remoteAddress })
    const count = (counts.get(address) ?? 0) + 1
    if (count > limits.perAddress) {
      log.debug({ address }, 'connection refused: too many from this address')
      return void socket.destroy()
    }
    counts.set(address, count)
    socket.once('close', () => {
      const others = (counts.get(address) ?? 1) - 1
      if (others > 0) counts.set(address, others)
      else counts.delete(address)
    })
  })
}

function bytesReceived({ socket, request, response, receivedBefore }: Exchange, requestBytes: number): number {
  if (request.complete || response.writableFinished) return 0
  return requestBytes + socket.bytesRead - receivedBefore
}

/** The first holders that together hold the excess over the limit. */
function findExcess<T extends { bytes: number }>(holders: T[], limit: number): T[] {
  let excess = holders.reduce((sum, { bytes }) => sum + bytes, -limit)
  return holders.filter(({ bytes }) => {
    const isExcess = excess > 0 && bytes > 0
    if (isExcess) excess -= bytes
    return isExcess
  })
}
