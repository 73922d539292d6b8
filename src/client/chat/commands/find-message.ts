import type { ConversationMessage } from '../store/messages.ts'
import { type CommandContext, quote } from './command.ts'

/** A message that the server has. */
export type StoredMessage = ConversationMessage & { id: string }

/** Finds a message by its distance from the newest one (0 or empty: the newest). Returns the reason if there is none. */
export function findMessageBack({ store }: CommandContext, command: string, number: string): StoredMessage | string {
  const { messages, hasMore } = store.state.getState()
  if (messages.length === 0) return 'The story has no message yet.'
  if (!/^\d{0,6}$/.test(number)) {
    return `${quote(number)} is not a number. Write how many messages back it is: /${command} 2`
  }
  const message = messages.at(-1 - Number(number))
  if (!message) {
    const count = messages.length === 1 ? 'only 1 message' : `only ${messages.length} messages`
    return hasMore ? `The page shows ${count}. Scroll up to load earlier ones.` : `The story has ${count}.`
  }
  const { id } = message
  if (message.status === 'streaming') return 'The reply is still being written. Wait until it has ended, or stop it.'
  if (id === null) return 'This message has not reached the server. Send it again first.'
  return { ...message, id }
}
