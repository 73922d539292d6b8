import { type ChatService, commands, type Incoming } from './chat-service.ts'
import { createRetryError, type Log, Refusal, tryUntilAnswered } from './try-until-answered.ts'

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
  const call = <T = unknown>(method: string, parameters: object = {}) =>
    tryUntilAnswered(log, `Telegram ${method}`, async () => {
      const response = await fetch(new URL(`/bot${token}/${method}`, api), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(1_000 * (pollSeconds + 20)),
      })
      const { ok, result, description, parameters: details } = await response.json()
      if (ok) return result as T
      // 409: another process receives the messages of this bot.
      const isPassing = response.status >= 500 || [409, 429].includes(response.status)
      throw isPassing ? createRetryError(description, details?.retry_after) : new Refusal(description)
    })
  const { id, username } = await call<{ id: number; username: string }>('getMe')
  const list = Object.entries(commands).map(([command, description]) => ({ command, description }))
  await call('setMyCommands', { commands: list })

  return {
    id: String(id),
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
