import { Link } from 'react-router'
import { useModel } from '#client/chat/api/conversation-api.ts'
import { HomeInvitation } from './home-invitation.tsx'

/**
 * Tells an admin whose installation has no model where to connect one. It is in the line of the invitation, so that the
 * page does not move when it appears.
 */
export function NoModelNotice() {
  const { data: model } = useModel()
  if (!model?.builtIn) return <HomeInvitation />
  return (
    <>
      No AI model is connected, so a small demo program answers.{' '}
      <Link
        to="/admin/models"
        className="rounded-sm text-ink underline decoration-1 decoration-curtain underline-offset-4 hover:decoration-2"
      >
        Connect a model
      </Link>
    </>
  )
}
