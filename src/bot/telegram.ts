import { type ChatService, commands, type Incoming } from './chat-service.ts'
import { requestJson } from './request-json.ts'
import type { Log } from './try-until-answered.ts'

/** Seconds for which Telegram holds a request until there is a message. */
const pollSeconds = 50

interface Update {
  update_id: number
  message?: {
    from?: { first_name: string; last_name?: string; is_bot: boolean }
    chat: { id: number; type: string }
    text?: string
  }
}

/**
 * The bot of a token. The Bot API is five calls with JSON; a client library would not repeat a call after a limit or a
 * lost connection by itself. `api`: its address, which has nothing after the host.
 */
export async function connectTelegram(token: string, api: string, log: Log): Promise<ChatService> {
  const call = async <T = unknown>(method: string, parameters: object = {}) => {
    const { result } = await requestJson<{ result: T }>({
      log,
      name: `Telegram ${method}`,
      url: new URL(`/bot${token}/${method}`, api).href,
      body: parameters,
      timeout: pollSeconds + 20,
    })
    return result
  }
  const { id, username } = await call<{ id: number; username: string }>('getMe')
  const list = Object.entries(commands).map(([command, description]) => ({ command, description }))
  await call('setMyCommands', { commands: list })

  return {
    id: String(id),
    prefix: '/',
    maxLength: 4_096,
    editInterval: 1_000,
    async receive(cursor) {
      const offset = cursor === null ? {} : { offset: Number(cursor) }
      const updates = await call<Update[]>('getUpdates', {
        ...offset,
        timeout: pollSeconds,
        allowed_updates: ['message'],
      })
      const last = updates.at(-1)
      return {
        cursor: last ? String(last.update_id + 1) : (cursor ?? '0'),
        messages: updates.flatMap((update) => readMessage(update, id, username)),
      }
    },
    async post(channel, text) {
      const { message_id } = await call<{ message_id: number }>('sendMessage', { chat_id: Number(channel), text })
      return String(message_id)
    },
    async edit(channel, message, text) {
      const ids = { chat_id: Number(channel), message_id: Number(message) }
      await call('editMessageText', { ...ids, text }).catch((error: Error) => {
        if (!error.message.includes('message is not modified')) throw error
      })
    },
  }
}

/** Commands in groups may name the bot that they are for: `/new@name_of_bot`. */
function readMessage({ update_id, message }: Update, botId: number, username: string): Incoming[] {
  const { from, chat, text = '' } = message ?? {}
  if (!from || !chat || from.is_bot || text === '') return []
  const [, command, addressee] = /^(\/\w+)@(\w+)/.exec(text) ?? []
  if (addressee && addressee.toLowerCase() !== username.toLowerCase()) return []
  return [
    {
      key: `telegram-${botId}-${update_id}`,
      channel: String(chat.id),
      speaker: chat.type === 'private' ? null : [from.first_name, from.last_name].filter(Boolean).join(' '),
      text: addressee ? command + text.slice(`${command}@${addressee}`.length) : text,
    },
  ]
}
