import type { ReactNode } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { canModerate } from '#shared/entitlements.ts'

/** A page for admins, or for moderators too; everybody else is denied access. */
export function AdminOnly({ children, orModerator = false }: { children: ReactNode; orModerator?: boolean }) {
  const user = useUser()
  return user.accountType === 'admin' || (orModerator && canModerate(user)) ? children : <AccessDenied />
}

function AccessDenied() {
  useTitle('Admin')
  return (
    <EmptyState
      isPage
      drawing={<EmptyDoor />}
      title="Access Denied"
      action={<ButtonLink to="/">Back to Home</ButtonLink>}
    >
      Admin access required
    </EmptyState>
  )
}
