import type { Message } from '#shared/chat.ts'

/**
 * A send that the server has not confirmed. Sent again under the same `clientMessageId`, it is the same turn: the
 * server runs it once.
 */
export interface PendingSend {
  text: string
  clientMessageId: string
}

/** Whether the server has the message of this send. */
export function hasArrived(messages: readonly Message[], { clientMessageId }: PendingSend): boolean {
  return messages.some((message) => message.clientMessageId === clientMessageId)
}
