import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import type { AlertMessage } from '#shared/alerts.ts'
import type { Client, TestApp } from './test-app.ts'

export const requestToken = async (client: Client) =>
  (await client.post<{ adminToken: string }>('/api/admin/websocket-token')).adminToken

/** A client of `/ws` that keeps everything it receives. */
export class AlertSocket {
  readonly socket: WebSocket
  readonly received: AlertMessage[] = []
  /** When each message came, on the clock of `performance.now()`. */
  readonly times: number[] = []
  readonly closed: Promise<number>
  #taken = 0
  #wake = () => {}

  constructor({ url }: Pick<TestApp, 'url'>, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, options)
    this.closed = once(this.socket, 'close').then(([code]) => {
      this.#wake()
      return code as number
    })
    this.closed.catch(() => {})
    this.socket.on('message', (data) => {
      this.times.push(performance.now())
      this.received.push(JSON.parse(String(data)) as AlertMessage)
      this.#wake()
    })
  }

  /** Opens a socket, authenticates it and reads the first message. */
  static async open(app: Pick<TestApp, 'url'>, client: Client, lastEventId?: string): Promise<AlertSocket> {
    const socket = new AlertSocket(app)
    await once(socket.socket, 'open')
    socket.send({ type: 'auth', adminToken: await requestToken(client), lastEventId })
    const first = await socket.take()
    if (first.type !== 'auth_success') throw new Error(`Not authenticated: ${first.type}.`)
    return socket
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message; waits for it. */
  async take(): Promise<AlertMessage> {
    for (;;) {
      const message = this.received[this.#taken]
      if (message) {
        this.#taken += 1
        return message
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('The socket closed before the expected message.')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Ids of the flags of which new alerts came. */
  get alertedFlags(): string[] {
    return this.received.flatMap((message) => (message.type === 'flag_alert' ? [message.flag.id] : []))
  }

  get lastId(): string | undefined {
    return this.received.at(-1)?.id
  }
}
