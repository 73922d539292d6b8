import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { AdminUserDetails } from '#shared/users.ts'
import { useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

const suspendDialog = lazyDialog(async () => (await import('./suspend-dialog.tsx')).SuspendDialog)

/** Suspends an account with a reason, and lifts the suspension. */
export function SuspensionCard({ details: { user } }: { details: AdminUserDetails }) {
  const { id, name, suspendedUntil } = user
  const { mutateAsync: change } = useChangeUser()
  const lift = () =>
    confirmDialog.open({
      title: `Lift the suspension of ${name}?`,
      text: 'The account can do everything again at once. The decisions stand, with their strikes and what they removed.',
      action: 'Lift it',
      onConfirm: () =>
        change({
          send: () => call('DELETE /api/admin/users/:id/suspension', { params: { id } }),
          done: `${name} is no longer suspended.`,
        }),
    })
  return (
    <UserCard title="Suspension">
      <p className="mt-1.5 text-pretty text-ink-soft">
        {suspendedUntil === null
          ? 'A suspended account can only read the reason, appeal, download its data or delete itself.'
          : `Suspended until ${longDate(suspendedUntil)}.`}
      </p>
      <Button
        variant="outline"
        className="mt-4"
        onClick={() => (suspendedUntil === null ? suspendDialog.open({ user }) : lift())}
      >
        {suspendedUntil === null ? 'Suspend' : 'Lift the suspension'}
      </Button>
    </UserCard>
  )
}
