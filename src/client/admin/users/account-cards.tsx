import { type ReactNode, useState } from 'react'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import type { AdminUserDetails } from '#shared/users.ts'
import { AdminCard } from '../admin-card.tsx'
import { changeUser } from './api.ts'

interface ActionCardProps {
  title: string
  /** What is the case now. */
  text: ReactNode
  /** The text of the button; left out where nothing can be done. */
  action: string | null
  onAct: () => void
}

function ActionCard({ title, text, action, onAct }: ActionCardProps) {
  return (
    <AdminCard title={title}>
      <p className="mt-1.5 text-pretty text-ink-soft">{text}</p>
      {action && (
        <Button variant="outline" className="mt-4" onClick={onAct}>
          {action}
        </Button>
      )}
    </AdminCard>
  )
}

const paying = ['active', 'trialing', 'past_due']

/** What the account pays or was given, and what an admin changes of it. */
export function PlanCard({ details: { user, subscription } }: { details: AdminUserDetails }) {
  const { id, name, accountType, premiumGranted } = user
  const isPaying = subscription !== null && paying.includes(subscription)
  const text = premiumGranted
    ? `An admin gave this account Premium. ${isPaying ? 'It also pays for a subscription.' : 'It pays nothing.'}`
    : isPaying
      ? `Premium through a subscription${subscription === 'past_due' ? ', whose last payment failed' : ''}. It ends with the subscription.`
      : accountType === 'admin'
        ? 'Admins have everything that Premium has.'
        : 'A free account.'
  const give = (granted: boolean, done: string) =>
    changeUser(() => call('PUT /api/admin/users/:id/premium', { params: { id }, body: { granted } }), done)
  const askToGive = () =>
    confirmDialog.open({
      title: `Give ${name} Premium?`,
      text: 'At once, without a payment, until an admin takes it back.',
      action: 'Give Premium',
      onConfirm: () => give(true, `${name} has Premium now.`),
    })
  const askToTake = () =>
    confirmDialog.open({
      title: `Take Premium back from ${name}?`,
      text: isPaying
        ? 'The account stays Premium through its subscription.'
        : 'Nothing is deleted: characters that need Premium become private and cannot be opened until it returns.',
      action: 'Take it back',
      isDangerous: true,
      onConfirm: () => give(false, `${name} no longer has the Premium that was given.`),
    })
  if (premiumGranted) return <ActionCard title="Plan" text={text} action="Take Premium back" onAct={askToTake} />
  return (
    <ActionCard title="Plan" text={text} action={accountType === 'free' ? 'Give Premium' : null} onAct={askToGive} />
  )
}

const suspendDialog = lazyDialog(async () => (await import('./suspend-dialog.tsx')).SuspendDialog)

export function SuspensionCard({ details: { user } }: { details: AdminUserDetails }) {
  const { id, name, suspendedUntil } = user
  const lift = () =>
    confirmDialog.open({
      title: `Lift the suspension of ${name}?`,
      text: 'The account can do everything again at once. The decisions stand, with their strikes and what they removed.',
      action: 'Lift it',
      onConfirm: () =>
        changeUser(
          () => call('DELETE /api/admin/users/:id/suspension', { params: { id } }),
          `${name} is no longer suspended.`,
        ),
    })
  if (suspendedUntil !== null) {
    const text = `Suspended until ${longDate(suspendedUntil)}.`
    return <ActionCard title="Suspension" text={text} action="Lift the suspension" onAct={lift} />
  }
  return (
    <ActionCard
      title="Suspension"
      text="A suspended account can only read the reason, appeal, download its data or delete itself."
      action="Suspend"
      onAct={() => suspendDialog.open({ user })}
    />
  )
}

/** Makes a recovery code for somebody who cannot log in. It is shown once. */
export function RecoveryCard({ details: { user } }: { details: AdminUserDetails }) {
  const [code, setCode] = useState<string | null>(null)
  const make = () => call('POST /api/admin/users/:id/recovery-code', { params: { id: user.id } })
  const ask = () =>
    confirmDialog.open({
      title: `Make a recovery code for ${user.name}?`,
      text: 'Anyone with this code can log in as this account. Give it only to a person who has shown you that they own it. The recovery codes they had before stop working.',
      action: 'Make a recovery code',
      onConfirm: async () => setCode((await changeUser(make, 'The code is shown once: pass it on now.')).code),
    })
  if (code === null) {
    return (
      <ActionCard
        title="Forgotten password"
        text="An owner who has no recovery code needs one of yours to set a new password."
        action="Make a recovery code"
        onAct={ask}
      />
    )
  }
  return (
    <AdminCard title="Forgotten password">
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
    </AdminCard>
  )
}

export function SessionsCard({ details: { user, sessions } }: { details: AdminUserDetails }) {
  const ask = () =>
    confirmDialog.open({
      title: `Log ${user.name} out everywhere?`,
      text: 'For example when somebody else may know the password. The account can log in again at once.',
      action: 'Log out everywhere',
      isDangerous: true,
      onConfirm: () =>
        changeUser(
          () => call('DELETE /api/admin/users/:id/sessions', { params: { id: user.id } }),
          `${user.name} is logged out everywhere.`,
        ),
    })
  return (
    <AdminCard title="Logged in on">
      {sessions.length === 0 ? (
        <p className="mt-1.5 text-ink-soft">Not logged in on any device.</p>
      ) : (
        <>
          <ul className="mt-2 divide-y divide-line">
            {sessions.map((session) => (
              <li key={session.id} className="py-2.5">
                <p className="font-[550]">{session.device}</p>
                <p className="text-ink-soft text-sm">
                  Active {timeAgo(session.lastSeenAt)} · since {longDate(session.createdAt)}
                </p>
              </li>
            ))}
          </ul>
          <Button variant="outline" className="mt-3" onClick={ask}>
            Log out everywhere
          </Button>
        </>
      )}
    </AdminCard>
  )
}
