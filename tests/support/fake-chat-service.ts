import { EventEmitter, on } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { serve } from './serve.ts'

export interface BotMessage {
  id: string
  channel: string
  text: string
  edits: number
}

export type Call = 'receive' | 'post' | 'edit'
/** A connection that is cut before or after the call is carried out, or a limit of so many seconds. */
export type Failure = 'cut-before' | 'cut-after' | number

/** An error that a service answers with. */
export class ApiError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

interface Options {
  /** Finds what a request asks for, and carries it out when `answer` is called. Throws an `ApiError`. */
  route(request: IncomingMessage, body: unknown): { call?: Call | undefined; answer: () => unknown }
  limitError(seconds: number): ApiError
}

/** What the fakes of chat services share: the messages of the bot, failures of the next calls, and limits that must be obeyed. */
export async function startFakeChatService({ route, limitError }: Options) {
  const changes = new EventEmitter().setMaxListeners(0)
  const messages: BotMessage[] = []
  const planned: { call: Call; failure: Failure }[] = []
  /** The calls that came before the seconds of a limit were over. */
  const early: string[] = []
  let limitedUntil = 0

  function assertNotLimited(call: Call | undefined): void {
    const seconds = (limitedUntil - performance.now()) / 1_000
    if (seconds <= 0 || call === undefined || call === 'receive') return
    early.push(call)
    throw limitError(seconds)
  }

  const server = createServer(async (request, response) => {
    let failure: Failure | undefined
    const { status, body } = await (async () => {
      const { call, answer } = route(request, await json(request).catch(() => ({})))
      assertNotLimited(call)
      const index = planned.findIndex((one) => one.call === call)
      failure = index < 0 ? undefined : planned.splice(index, 1)[0]?.failure
      if (typeof failure === 'number') {
        // A timer may be a little early.
        limitedUntil = performance.now() + 1_000 * failure - 50
        throw limitError(failure)
      }
      return { status: 200, body: failure === 'cut-before' ? null : await answer() }
    })().catch((error) => {
      if (error instanceof ApiError) return error
      // What is not as the service describes it is refused, so that a test fails instead of waiting.
      if (error instanceof z.ZodError) return new ApiError(400, { message: error.message })
      throw error
    })
    if (typeof failure === 'string') request.socket.destroy()
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    changes.emit('change')
  })
  const { url, close } = await serve(server)

  return {
    server,
    url,
    close,
    changes,
    messages,
    early,
    /** The texts that the bot has written in a channel, without what is still to be written. */
    textsOf: (channel: string) =>
      messages.filter((one) => one.channel === channel && one.text !== '…').map(({ text }) => text),
    fail: (call: Call, failure: Failure) => planned.push({ call, failure }),
    pending: () => planned.length,
    post(id: string, channel: string, text: string): void {
      messages.push({ id, channel, text, edits: 0 })
    },
    edit(id: string, text: string): void {
      const message = messages.find((one) => one.id === id)
      if (!message) throw new ApiError(404, { message: 'There is no such message of the bot.' })
      message.text = text
      message.edits += 1
    },
    /** Resolves when this is true after a call of the bot. */
    async until(isTrue: () => boolean): Promise<void> {
      if (isTrue()) return
      for await (const _ of on(changes, 'change')) if (isTrue()) return
    },
  }
}

type Base = Omit<Awaited<ReturnType<typeof startFakeChatService>>, 'server' | 'changes' | 'post' | 'edit'>

/** A fake of a chat service with the account of one bot. */
export interface FakeChatService extends Base {
  /** What the bot is started with. */
  args: string[]
  env: Record<string, string>
  prefix: string
  /** A channel with several people, and one with a single person. */
  group: string
  direct: string
  /** The shortest limit in seconds that the service can ask for. */
  shortestLimit: number
  /** Resolves when what people write from now on reaches the bot. */
  ready(): Promise<void>
  write(channel: string, speaker: string, text: string): unknown
  /** Cuts the connection on which the bot waits for messages. */
  interrupt(): void
}
