import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import type { AdminUserDetails } from '#shared/users.ts'
import { useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

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
  const change = useChangeUser()
  const isGiven = !premiumGranted
  const ask = () =>
    confirmDialog.open({
      title: isGiven ? `Give ${name} Premium?` : `Take Premium back from ${name}?`,
      text: isGiven ? 'At once, without a payment, until an admin takes it back.' : describeTaking(isPaying),
      action: isGiven ? 'Give Premium' : 'Take it back',
      isDangerous: !isGiven,
      onConfirm: () =>
        change.mutateAsync({
          send: () => call('PUT /api/admin/users/:id/premium', { params: { id }, body: { granted: isGiven } }),
          done: isGiven ? `${name} has Premium now.` : `${name} no longer has the Premium that was given.`,
        }),
    })
  return (
    <UserCard title="Plan">
      <p className="mt-1.5 text-pretty text-ink-soft">{text}</p>
      {(premiumGranted || accountType === 'free') && (
        <Button variant="outline" className="mt-4" onClick={ask}>
          {isGiven ? 'Give Premium' : 'Take Premium back'}
        </Button>
      )}
    </UserCard>
  )
}

const describeTaking = (isPaying: boolean) =>
  isPaying
    ? 'The account stays Premium through its subscription.'
    : 'Nothing is deleted: characters that need Premium become private and cannot be opened until it returns.'
