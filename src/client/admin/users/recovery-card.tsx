import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import type { AdminUserDetails } from '#shared/users.ts'
import { useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

/** Makes a recovery code for somebody who cannot log in. It is shown once. */
export function RecoveryCard({ details: { user } }: { details: AdminUserDetails }) {
  const change = useChangeUser<{ code: string }>()
  const code = change.data?.code
  const ask = () =>
    confirmDialog.open({
      title: `Make a recovery code for ${user.name}?`,
      text: 'Anyone with this code can log in as this account. Give it only to a person who has shown you that they own it. The recovery codes they had before stop working.',
      action: 'Make a recovery code',
      onConfirm: () =>
        change.mutateAsync({
          send: () => call('POST /api/admin/users/:id/recovery-code', { params: { id: user.id } }),
          done: 'The code is shown once: pass it on now.',
        }),
    })
  return (
    <UserCard title="Forgotten password">
      {code ? (
        <div role="status" className="mt-2 text-pretty">
          <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pl-3">
            <code className="min-w-0 flex-1 select-all [overflow-wrap:anywhere]">{code}</code>
            <CopyButton text={code} label="Copy the code" />
          </p>
          <p className="mt-2 text-ink-soft text-sm">
            It works once, under “Forgot your password?” in the login dialog, with the username{' '}
            <strong className="[overflow-wrap:anywhere]">{user.username}</strong>.
          </p>
        </div>
      ) : (
        <>
          <p className="mt-1.5 text-pretty text-ink-soft">
            An owner who has no recovery code needs one of yours to set a new password.
          </p>
          <Button variant="outline" className="mt-4" onClick={ask}>
            Make a recovery code
          </Button>
        </>
      )}
    </UserCard>
  )
}
