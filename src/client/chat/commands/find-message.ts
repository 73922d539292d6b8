import { counted } from '#client/lib/format-count.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { type CommandContext, CommandProblem, quote } from './command.ts'

/** A message that the server has. */
export type StoredMessage = ConversationMessage & { id: string }

/** Finds a message by its distance from the newest one (0 or empty: the newest). */
export function findMessageBack({ store }: CommandContext, command: string, number: string): StoredMessage {
  const { messages, hasMore } = store.state.getState()
  if (messages.length === 0) throw new CommandProblem('The story has no message yet.')
  if (!/^\d{0,6}$/.test(number)) {
    throw new CommandProblem(`${quote(number)} is not a number. Write how many messages back it is: /${command} 2`)
  }
  const message = messages.at(-1 - Number(number))
  if (!message) {
    const count = `only ${counted(messages.length, 'message')}`
    const shown = hasMore ? `The page shows ${count}. Scroll up to load earlier ones.` : `The story has ${count}.`
    throw new CommandProblem(shown)
  }
  const { id } = message
  if (message.status === 'streaming') {
    throw new CommandProblem('The reply is still being written. Wait until it has ended, or stop it.')
  }
  if (id === null) throw new CommandProblem('This message has not reached the server. Send it again first.')
  return { ...message, id }
}
