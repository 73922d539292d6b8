import { EventEmitter, on, once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { serve } from './serve.ts'

const bot = { id: 7_100, is_bot: true, first_name: 'Troupe', username: 'troupe_bot' }
const text = z
  .string()
  .max(4_096)
  .refine((value) => value.trim() !== '')

/** The methods and parameters that are known; anything else is refused. */
const methods = {
  getMe: z.strictObject({}),
  setMyCommands: z.strictObject({
    commands: z
      .array(
        z.strictObject({ command: z.string().regex(/^[a-z0-9_]{1,32}$/), description: z.string().min(1).max(256) }),
      )
      .max(100),
  }),
  getUpdates: z.strictObject({
    offset: z.int().optional(),
    timeout: z.int().min(0).max(50),
    allowed_updates: z.array(z.enum(['message', 'edited_message'])),
  }),
  sendMessage: z.strictObject({ chat_id: z.int(), text }),
  editMessageText: z.strictObject({ chat_id: z.int(), message_id: z.int(), text }),
}
type Method = keyof typeof methods
type Parameters<M extends Method> = z.output<(typeof methods)[M]>

export interface BotMessage {
  id: number
  chat: number
  text: string
  edits: number
}

/** A refusal, with the parameters that come with it. */
class ApiFailure extends Error {
  readonly code: number
  readonly parameters: object | undefined

  constructor(code: number, message: string, parameters?: object) {
    super(message)
    this.code = code
    this.parameters = parameters
  }
}

/**
 * Telegram's Bot API for one bot, which keeps its chats. An update is sent until a higher offset confirms it; only one request
 * for updates is answered at a time; a text is not edited to what it is.
 */
export async function startFakeTelegram(token: string) {
  const changes = new EventEmitter().setMaxListeners(0)
  const chats = new Map<number, 'group' | 'private'>()
  const messages: BotMessage[] = []
  let updates: { update_id: number; message: object }[] = []
  let lastId = 500
  let poll = 0
  /** What the next calls of a method do: a connection that is cut before or after it is carried out, or a limit. */
  const planned: { method: Method; failure: 'cut-before' | 'cut-after' | number }[] = []
  /** The calls that came before the seconds of a limit were over. */
  const early: string[] = []
  let limitedUntil = 0

  const answers: { [M in Method]: (parameters: Parameters<M>) => unknown } = {
    getMe: () => bot,
    setMyCommands: () => true,
    async getUpdates({ offset = 0 }) {
      updates = updates.filter(({ update_id }) => update_id >= offset)
      poll += 1
      changes.emit('change')
      const own = poll
      while (updates.length === 0) {
        await once(changes, 'change')
        if (poll !== own) throw new ApiFailure(409, 'Conflict: terminated by other getUpdates request')
      }
      return updates
    },
    sendMessage({ chat_id, text }) {
      if (!chats.has(chat_id)) throw new ApiFailure(400, 'Bad Request: chat not found')
      lastId += 1
      messages.push({ id: lastId, chat: chat_id, text, edits: 0 })
      return { message_id: lastId, chat: { id: chat_id }, text }
    },
    editMessageText({ chat_id, message_id, text }) {
      const message = messages.find(({ id, chat }) => id === message_id && chat === chat_id)
      if (!message) throw new ApiFailure(400, 'Bad Request: message to edit not found')
      if (message.text === text.trim()) throw new ApiFailure(400, 'Bad Request: message is not modified')
      message.text = text.trim()
      message.edits += 1
      return { message_id, text }
    },
  }

  function assertNotLimited(method: Method): void {
    const seconds = (limitedUntil - performance.now()) / 1_000
    if (seconds <= 0 || method === 'getUpdates') return
    early.push(method)
    throw new ApiFailure(429, 'Too Many Requests', { retry_after: Math.ceil(seconds) })
  }

  const server = createServer(async (request, response) => {
    const [, sentToken, name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const body = await json(request).catch(() => ({}))
    let plan: (typeof planned)[number] | undefined
    const result = await (async () => {
      if (sentToken !== token) throw new ApiFailure(401, 'Unauthorized')
      if (!(name in methods)) throw new ApiFailure(404, 'Not Found')
      const method = name as Method
      const parsed = methods[method].safeParse(body)
      if (!parsed.success) throw new ApiFailure(400, `Bad Request: ${parsed.error.message}`)
      assertNotLimited(method)
      plan = planned.find((one) => one.method === method)
      if (plan) planned.splice(planned.indexOf(plan), 1)
      if (typeof plan?.failure === 'number') {
        // A timer may be a little early.
        limitedUntil = performance.now() + 1_000 * plan.failure - 50
        throw new ApiFailure(429, 'Too Many Requests', { retry_after: plan.failure })
      }
      if (plan?.failure === 'cut-before') return null
      return (answers[method] as (parameters: unknown) => unknown)(parsed.data)
    })().then(
      (value) => ({ ok: true, result: value }),
      (error: ApiFailure) => ({
        ok: false,
        error_code: error.code ?? 500,
        description: error.message,
        parameters: error.parameters,
      }),
    )
    if (typeof plan?.failure === 'string') request.socket.destroy()
    else {
      response.writeHead('error_code' in result ? result.error_code : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(result))
    }
    changes.emit('change')
  })
  const { url, close } = await serve(server)

  return {
    url,
    messages,
    early,
    close,
    /** The texts of a chat that the bot has written, without what is still to be written. */
    textsOf: (chat: number) => messages.filter((one) => one.chat === chat && one.text !== '…').map((one) => one.text),
    /** The next call of the method fails: its connection is cut, or it is limited for some seconds. */
    fail: (method: Method, failure: 'cut-before' | 'cut-after' | number) => planned.push({ method, failure }),
    pending: () => planned.length,
    /** Somebody writes to the bot. Chats with negative ids are groups. */
    write(chat: number, firstName: string, text: string) {
      const type = chat < 0 ? 'group' : 'private'
      chats.set(chat, type)
      lastId += 1
      const from = { id: 1_000, is_bot: false, first_name: firstName }
      updates.push({
        update_id: lastId,
        message: { message_id: lastId, date: 0, from, chat: { id: chat, type }, text },
      })
      changes.emit('change')
    },
    /** Resolves when this is true after a call of the bot. */
    async until(isTrue: () => boolean): Promise<void> {
      if (isTrue()) return
      for await (const _ of on(changes, 'change')) if (isTrue()) return
    },
  }
}
