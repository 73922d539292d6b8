import type { Message } from '#shared/chat.ts'

/**
 * A send that the server has not confirmed. Sent again under the same `clientMessageId`, it is the same turn: the
 * server runs it once.
 */
export interface PendingSend {
  text: string
  clientMessageId: string
  /** In a scene: the text that one character alone hears. `text` is then the command, which is what the composer gets back. */
  whisper?: Whisper
}

export interface Whisper {
  characterId: string
  message: string
}

/** Whether the server has the message of this send. */
export function hasArrived(messages: readonly Message[], { clientMessageId }: PendingSend): boolean {
  return messages.some((message) => message.clientMessageId === clientMessageId)
}
