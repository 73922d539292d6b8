import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '#server/core/log.ts'
import type { IsTrustedProxy } from '#server/core/trusted-proxies.ts'
import { addressOf } from './address.ts'

/** What slow clients may hold. Connections of a proxy are not capped. */
export const connectionLimits = {
  perAddress: 200,
  /** Milliseconds in which a client must read some of its response. */
  readTimeout: 30_000,
}

interface Options {
  isTrusted: IsTrustedProxy
  log: Logger
  limits?: typeof connectionLimits
}

/** Caps the connections of an address, and ends those whose client does not read its response. */
export function limitConnections(server: Server, { isTrusted, log, limits = connectionLimits }: Options): void {
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
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    // The time begins anew when something is read or written. A response that is still being made has nothing to read.
    response.setTimeout(limits.readTimeout, () => {
      if (response.writableLength > 0) response.destroy()
    })
  })
}
