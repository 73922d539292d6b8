import { useState } from 'react'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import type { AdminUserDetails } from '#shared/users.ts'
import { useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

/** Where the account is logged in, and the end of all of it. */
export function SessionsCard({ details: { user, sessions } }: { details: AdminUserDetails }) {
  const change = useChangeUser()
  const [now] = useState(() => Date.now())
  const ask = () =>
    confirmDialog.open({
      title: `Log ${user.name} out everywhere?`,
      text: 'For example when somebody else may know the password. The account can log in again at once.',
      action: 'Log out everywhere',
      isDangerous: true,
      onConfirm: () =>
        change.mutateAsync({
          send: () => call('DELETE /api/admin/users/:id/sessions', { params: { id: user.id } }),
          done: `${user.name} is logged out everywhere.`,
        }),
    })
  return (
    <UserCard title="Logged in on">
      {sessions.length === 0 ? (
        <p className="mt-1.5 text-ink-soft">Not logged in on any device.</p>
      ) : (
        <>
          <ul className="mt-2 divide-y divide-line">
            {sessions.map((session) => (
              <li key={session.id} className="py-2.5">
                <p className="font-[550]">{session.device}</p>
                <p className="text-ink-soft text-sm">
                  Active {timeAgo(session.lastSeenAt, now)} · since {longDate(session.createdAt)}
                </p>
              </li>
            ))}
          </ul>
          <Button variant="outline" className="mt-3" onClick={ask}>
            Log out everywhere
          </Button>
        </>
      )}
    </UserCard>
  )
}
