import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationPath } from '#client/chat/conversation-paths.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import type { Conversation } from '#shared/chat.ts'
import { lastConversationLabel } from '#shared/home-page.ts'

/** Links to the user's last conversation. The request waits until the browser is idle. */
export function LastConversationLink() {
  const idle = useIdle()
  const { data } = useQuery<Conversation[]>({
    queryKey: ['/api/conversations?limit=1'],
    enabled: idle,
  })
  const last = data?.[0]
  if (!last) return data ? 'Choose a character to chat with' : lastConversationLabel
  return (
    <Link
      to={conversationPath(last.id)}
      title={`With ${last.characterName}`}
      className="rounded-sm text-ink underline decoration-curtain decoration-1 underline-offset-4 hover:decoration-2"
    >
      {lastConversationLabel}
    </Link>
  )
}
