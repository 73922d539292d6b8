import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { conversationPath } from '#client/chat/conversation-paths.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import type { Conversation } from '#shared/chat.ts'
import { homeTexts, lastConversationLabel } from '#shared/home-html.ts'

/** The line below the heading, with a link to the last conversation. The request waits until the browser is idle. */
export function HomeInvitation() {
  const user = useUser()
  const idle = useIdle()
  const { data } = useQuery<Conversation[]>({
    queryKey: ['/api/conversations?limit=1'],
    enabled: idle && !user.isNewcomer,
  })
  const last = data?.[0]
  if (!last) return homeTexts({ name: user.name, isNewcomer: user.isNewcomer || data !== undefined }).text
  return (
    <>
      <Link
        to={conversationPath(last.id)}
        title={`With ${last.characterName}`}
        className="rounded-sm text-ink underline decoration-curtain decoration-1 underline-offset-4 hover:decoration-2"
      >
        {lastConversationLabel}
      </Link>
      , or meet someone new.
    </>
  )
}
