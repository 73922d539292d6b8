import type { ReactNode } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { canModerate } from '#shared/entitlements.ts'

/** A page for admins, or for moderators too; everybody else is denied access. */
export function AdminOnly({ children, orModerator = false }: { children: ReactNode; orModerator?: boolean }) {
  const user = useUser()
  return user.accountType === 'admin' || (orModerator && canModerate(user)) ? children : <AccessDenied />
}

function AccessDenied() {
  useTitle('Admin')
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      <EmptyDoor />
      <h1 className="mt-6 text-4xl">Access Denied</h1>
      <p className="mt-3 text-ink-soft text-md">Admin access required</p>
      <ButtonLink to="/" className="mt-7">
        Back to Home
      </ButtonLink>
    </div>
  )
}
