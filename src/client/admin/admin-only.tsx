import type { ReactNode } from 'react'
import { AccessDenied } from '#client/accounts/access-denied.tsx'
import { useUser } from '#client/accounts/session.ts'

/** A page for admins; everybody else is denied access. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return useUser().accountType === 'admin' ? children : <AccessDenied />
}
