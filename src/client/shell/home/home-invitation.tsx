import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { conversationPath } from '#client/chat/api/conversation-paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { homeTexts, lastConversationLabel } from '#shared/home-html.ts'

const linkClass = 'rounded-sm text-ink underline decoration-curtain decoration-1 underline-offset-4 hover:decoration-2'

/**
 * The line below the heading, with a link to the last conversation and, for an account that has something to lose, to the
 * recovery codes it has not made. The requests wait until the browser is idle.
 */
export function HomeInvitation() {
  const user = useUser()
  const idle = useIdle()
  const { data } = useQuery({
    ...queryOf('GET /api/conversations', { query: { limit: 1 } }),
    enabled: idle && !user.isNewcomer,
  })
  const last = data?.[0]
  const { data: codes } = useQuery({ ...queryOf('GET /api/auth/recovery-codes'), enabled: last !== undefined })
  if (!last) return homeTexts({ name: user.name, isNewcomer: user.isNewcomer || data !== undefined }).text
  return (
    <>
      <Link to={conversationPath(last.id)} title={`With ${last.characterName}`} className={linkClass}>
        {lastConversationLabel}
      </Link>
      , or meet someone new.{' '}
      {codes?.remaining === 0 && (
        <>
          A forgotten password would lose your chats:{' '}
          <Link to="/settings/security" className={linkClass}>
            make recovery codes
          </Link>
          .
        </>
      )}
    </>
  )
}
