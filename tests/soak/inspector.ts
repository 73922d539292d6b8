import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ServerProcess } from '#tests/support/server-process.ts'

/** Evaluates expressions in a server that was started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket
  #id = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async open({ output }: Pick<ServerProcess, 'output'>): Promise<Inspector> {
    const socket = new WebSocket(/ws:\/\/\S+/.exec(output)?.[0] ?? '')
    await once(socket, 'open')
    return new Inspector(socket)
  }

  /** One at a time. */
  async evaluate<Value>(expression: string): Promise<Value> {
    this.#id += 1
    const params = { expression, returnByValue: true }
    this.#socket.send(JSON.stringify({ id: this.#id, method: 'Runtime.evaluate', params }))
    const [data] = await once(this.#socket, 'message')
    return JSON.parse(String(data)).result.result.value as Value
  }

  close(): void {
    this.#socket.close()
  }
}
