import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { queryOf, thenReload } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { copyText } from '#client/ui/copy-button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Invitation } from '#shared/invitations.ts'
import { invitationParameter } from '#shared/site.ts'

const invitationDialog = lazyDialog(async () => (await import('./invitation-dialog.tsx')).InvitationDialog)

export async function copyInvitation({ token }: Invitation): Promise<void> {
  const isCopied = await copyText(`${window.location.origin}/?${invitationParameter}=${token}`)
  if (isCopied) toast({ title: 'Link copied', description: 'Send it to whom you invite.' })
}

/** The invitations, newest first, with who signed up with them. */
export function InvitationList() {
  const query = useQuery({ ...queryOf('GET /api/admin/invitations'), staleTime: 0 })
  if (query.isPending) return <CardSkeleton className="h-32" />
  if (!query.data) return <LoadError isShort what="the invitations" query={query} />
  const { invitations } = query.data
  return (
    <div className="flex flex-col items-start gap-4">
      {invitations.length === 0 ? (
        <p className="text-ink-soft">There are no invitations yet.</p>
      ) : (
        <ul className="w-full divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      <Button variant="outline" onClick={() => invitationDialog.open({})}>
        Create an invitation
      </Button>
    </div>
  )
}

const states = { used: 'Used up', expired: 'Expired', revoked: 'Revoked' } as const

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { id, note, state, uses, maxUses, expiresAt, createdAt, users } = invitation
  const revoke = () =>
    thenReload(call('DELETE /api/admin/invitations/:id', { params: { id } }), 'GET /api/admin/invitations')
  const title = note || `Invitation of ${longDate(createdAt)}`
  const isValid = state === 'valid'
  const askToRevoke = () =>
    confirmDialog.open({
      title: 'Revoke this invitation?',
      text: 'Nobody can sign up with it any more. Accounts that were created with it stay.',
      action: 'Revoke',
      isDangerous: true,
      failure: 'The invitation was not revoked. Please try again.',
      onConfirm: revoke,
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span dir="auto" className="font-[550] [overflow-wrap:anywhere]">
            {title}
          </span>
          {state !== 'valid' && <Badge>{states[state]}</Badge>}
        </p>
        <p className="mt-0.5 text-ink-soft text-sm tabular-nums">
          Used {uses.toLocaleString('en')} of {maxUses.toLocaleString('en')} {maxUses === 1 ? 'time' : 'times'}
          {isValid && expiresAt !== null && `, valid until ${longDate(expiresAt)}`}
        </p>
        {users.length > 0 && (
          <p className="text-ink-soft text-sm">
            {users.map((user, index) => (
              <span key={user.id}>
                {index > 0 && ', '}
                <Link
                  to={`/admin/users/${user.id}`}
                  className="inline-block py-1 underline underline-offset-2 hover:text-ink"
                >
                  {user.name}
                </Link>
              </span>
            ))}
          </p>
        )}
      </div>
      {isValid && (
        <span className="-mr-2.5 -ml-[18px] flex flex-wrap">
          <Button variant="quiet" aria-label={`Copy link: ${title}`} onClick={() => void copyInvitation(invitation)}>
            Copy link
          </Button>
          <Button variant="quiet" aria-label={`Revoke: ${title}`} onClick={askToRevoke}>
            Revoke
          </Button>
        </span>
      )}
    </li>
  )
}
