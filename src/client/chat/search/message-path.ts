import type { FoundMessage } from '#shared/message-search.ts'
import { conversationPath } from '../api/conversation-paths.ts'

export const messagePath = (conversationId: string, messageId: string) =>
  `${conversationPath(conversationId)}?${new URLSearchParams({ message: messageId })}`

/** The state of the history entry with such an address. */
export interface FoundMessageState {
  isOnActivePath: boolean | null
}

export const foundMessageState = ({ isOnActivePath }: FoundMessage): FoundMessageState => ({ isOnActivePath })
