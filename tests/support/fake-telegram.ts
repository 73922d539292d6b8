import { once } from 'node:events'
import { z } from 'zod'
import { ApiError, type Call, type FakeChatService, startFakeChatService } from './fake-chat-service.ts'

const token = '7100:not-a-real-token'
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
const calls: Partial<Record<Method, Call>> = { getUpdates: 'receive', sendMessage: 'post', editMessageText: 'edit' }

const errorOf = (error_code: number, description: string, parameters?: object) =>
  new ApiError(error_code, { ok: false, error_code, description, parameters })

/** Ids are not used again by another fake: a turn that is begun twice with an id is one turn. */
let lastId = 500

/**
 * Telegram's Bot API for one bot, which keeps its chats. An update is sent until a higher offset confirms it; only one request
 * for updates is answered at a time; a text is not edited to what it is.
 */
export async function startFakeTelegram(): Promise<FakeChatService> {
  const chats = new Map<number, 'group' | 'private'>()
  let updates: { update_id: number; message: object }[] = []
  let poll = 0

  const answers: { [M in Method]: (parameters: Parameters<M>) => unknown } = {
    getMe: () => bot,
    setMyCommands: () => true,
    async getUpdates({ offset = 0 }) {
      updates = updates.filter(({ update_id }) => update_id >= offset)
      poll += 1
      service.changes.emit('change')
      const own = poll
      while (updates.length === 0) {
        await once(service.changes, 'change')
        if (poll !== own) throw errorOf(409, 'Conflict: terminated by other getUpdates request')
      }
      return updates
    },
    sendMessage({ chat_id, text }) {
      if (!chats.has(chat_id)) throw errorOf(400, 'Bad Request: chat not found')
      lastId += 1
      service.post(String(lastId), String(chat_id), text)
      return { message_id: lastId, chat: { id: chat_id }, text }
    },
    editMessageText({ chat_id, message_id, text }) {
      const message = service.messages.find(({ id, channel }) => id === `${message_id}` && channel === `${chat_id}`)
      if (!message) throw errorOf(400, 'Bad Request: message to edit not found')
      if (message.text === text.trim()) throw errorOf(400, 'Bad Request: message is not modified')
      service.edit(message.id, text.trim())
      return { message_id, text }
    },
  }

  const service = await startFakeChatService({
    limitError: (seconds) => errorOf(429, 'Too Many Requests', { retry_after: Math.ceil(seconds) }),
    route(request, body) {
      const [, sentToken, name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
      if (sentToken !== token) throw errorOf(401, 'Unauthorized')
      if (!(name in methods)) throw errorOf(404, 'Not Found')
      const method = name as Method
      const parameters = methods[method].parse(body)
      const carryOut = answers[method] as (parameters: unknown) => unknown
      return { call: calls[method], answer: async () => ({ ok: true, result: await carryOut(parameters) }) }
    },
  })

  return {
    ...service,
    args: ['telegram'],
    env: { TELEGRAM_TOKEN: token, TELEGRAM_API: service.url },
    prefix: '/',
    group: '-42',
    direct: '7',
    shortestLimit: 1,
    interrupt: () => service.fail('receive', 'cut-after'),
    ready: () => Promise.resolve(),
    /** Chats with negative ids are groups. */
    write(channel, first_name, text) {
      const chat = Number(channel)
      const type = chat < 0 ? 'group' : 'private'
      chats.set(chat, type)
      lastId += 1
      const from = { id: 1_000, is_bot: false, first_name }
      updates.push({
        update_id: lastId,
        message: { message_id: lastId, date: 0, from, chat: { id: chat, type }, text },
      })
      service.changes.emit('change')
    },
  }
}
