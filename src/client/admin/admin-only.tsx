import type { ReactNode } from 'react'
import { AccessDenied } from '#client/accounts/access-denied.tsx'
import { useUser } from '#client/accounts/session.ts'
import { canModerate } from '#shared/entitlements.ts'

/** A page for admins, or for moderators too; everybody else is denied access. */
export function AdminOnly({ children, orModerator = false }: { children: ReactNode; orModerator?: boolean }) {
  const user = useUser()
  return user.accountType === 'admin' || (orModerator && canModerate(user)) ? children : <AccessDenied />
}
