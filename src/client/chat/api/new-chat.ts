import { useNavigate } from 'react-router'
import { chatPath } from '#client/lib/paths.ts'
import type { ConversationCharacter } from './use-conversation-character.ts'

export interface NewChatState {
  originalGreeting: string
}

/** Starts a new chat with the same character, with a greeting that the model writes. */
export function useNewChat({ id, current }: ConversationCharacter): () => void {
  const navigate = useNavigate()
  return () =>
    void navigate(chatPath(id), { state: { originalGreeting: current?.greeting ?? '' } satisfies NewChatState })
}
