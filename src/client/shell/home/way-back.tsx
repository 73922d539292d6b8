import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversationPath } from '#client/chat/conversation-paths.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import type { Conversation } from '#shared/chat.ts'
import { wayBackWords } from './home-header.tsx'

/** The words, as a link to the conversation the player was in last; it is asked for when the page stands. */
export function WayBack() {
  const idle = useIdle()
  const { data } = useQuery<Conversation[]>({
    queryKey: ['/api/conversations?limit=1'],
    enabled: idle,
    // Asked anew at each visit: there may have been another conversation since.
    staleTime: 0,
  })
  const last = data?.[0]
  if (!last) return wayBackWords
  return (
    <Link
      to={conversationPath(last.id)}
      title={`With ${last.characterName}`}
      className="rounded-sm text-ink underline decoration-curtain decoration-1 underline-offset-4 hover:decoration-2"
    >
      {wayBackWords}
    </Link>
  )
}
