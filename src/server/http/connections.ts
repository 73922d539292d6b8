import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#server/core/log.ts'
import type { IsTrustedProxy } from '#server/core/trusted-proxies.ts'
import { addressOf } from './address.ts'

/** What clients that send or read slowly may hold. All of them together; a proxy's connections are not capped. */
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

/** Drops the clients that hold most memory for longest, before others notice. The request timeout ends the rest. */
export function limitConnections(app: FastifyInstance, options: Options): void {
  const { log, reject, limits = connectionLimits } = options
  const { server } = app
  capConnectionsPerAddress(server, { ...options, limits })
  /** Oldest first. */
  const exchanges = new Set<Exchange>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, receivedBefore: request.socket.bytesRead }
    exchanges.add(exchange)
    response.once('close', () => exchanges.delete(exchange))
  })
  const check = () => {
    const receivedBytes = (exchange: Exchange) => bytesReceived(exchange, limits.requestBytes)
    dropOldest(exchanges, receivedBytes, limits.received, ({ request }) => {
      log.warn({ address: request.socket.remoteAddress }, 'slow request dropped: too many are unfinished')
      reject(request.socket)
    })
    dropOldest(
      exchanges,
      ({ response }) => response.writableLength,
      limits.unread,
      ({ request }) => {
        log.warn({ address: request.socket.remoteAddress }, 'response dropped: too much is unread')
        request.socket.destroy()
      },
    )
  }
  const timer = setInterval(check, limits.checkInterval)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // From here on the time counts. Node resets it with the next request, and does not count while data is flowing.
    reply.raw.setTimeout(limits.readTimeout, () => reply.raw.destroy())
    done()
  })
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

function bytesReceived({ request, receivedBefore }: Exchange, requestBytes: number): number {
  if (request.complete) return 0
  return requestBytes + request.socket.bytesRead - receivedBefore
}

/** Drops exchanges, oldest first, until what they hold together is within the limit. */
function dropOldest(
  exchanges: ReadonlySet<Exchange>,
  bytesOf: (exchange: Exchange) => number,
  limit: number,
  drop: (exchange: Exchange) => void,
): void {
  let excess = -limit
  for (const exchange of exchanges) excess += bytesOf(exchange)
  for (const exchange of exchanges) {
    if (excess <= 0) return
    const bytes = bytesOf(exchange)
    if (bytes === 0) continue
    drop(exchange)
    excess -= bytes
  }
}
