import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections and to servers without a port of their own: another process would
 * take one of those before its server has started, or while it restarts.
 */
const ports = { first: 20_000, last: 32_000 }

/** Finds a loopback port that is currently unused. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.last)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
