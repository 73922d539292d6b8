import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { AdminUserDetails } from '#shared/users.ts'
import { type UserChange, useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

interface Question {
  title: string
  text: string
  action: string
  isDangerous: boolean
  change: UserChange
}

interface RightCardProps {
  id: string
  title: string
  text: string
  /** Left out where nothing can be changed. */
  question?: Question | undefined
  /** The button's text. */
  label?: string
}

/** What the account has, and the button that changes it after a question. */
function RightCard({ id, title, text, question, label }: RightCardProps) {
  const change = useChangeUser(id)
  const [isAsking, setAsking] = useState(false)
  return (
    <UserCard title={title}>
      <p className="mt-1.5 text-pretty text-ink-soft">{text}</p>
      {question && (
        <Button variant="outline" className="mt-4" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      {question && isAsking && (
        <ConfirmDialog
          {...question}
          isPending={change.isPending}
          onConfirm={() => change.mutate(question.change, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </UserCard>
  )
}

const paying = ['active', 'trialing', 'past_due']

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
  const set = (granted: boolean, done: string): UserChange => ({
    method: 'PUT',
    what: 'premium',
    body: { granted },
    done,
  })
  const give: Question = {
    title: `Give ${name} Premium?`,
    text: 'At once, without a payment, until an admin takes it back.',
    action: 'Give Premium',
    isDangerous: false,
    change: set(true, `${name} has Premium now.`),
  }
  const take: Question = {
    title: `Take Premium back from ${name}?`,
    text: isPaying
      ? 'The account stays Premium through its subscription.'
      : 'Nothing is deleted: characters that need Premium become private and cannot be opened until it returns.',
    action: 'Take it back',
    isDangerous: true,
    change: set(false, `${name} no longer has the Premium that was given.`),
  }
  const question = premiumGranted ? take : accountType === 'free' ? give : undefined
  return (
    <RightCard
      id={id}
      title="Plan"
      text={text}
      question={question}
      label={premiumGranted ? 'Take Premium back' : 'Give Premium'}
    />
  )
}
