import { useQuery } from '@tanstack/react-query'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { refreshUser } from '#client/accounts/api.ts'
import { useUser } from '#client/accounts/session.ts'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { AccountType } from '#shared/accounts.ts'
import type { OwnSubscription } from '#shared/billing.ts'
import { premiumPrice, subscribeMessages } from '#shared/customer.ts'
import { Invoices } from './invoice-list.tsx'
import { PortalButton, showError } from './portal-button.tsx'

/**
 * The plan, its renewal, cancelling and resuming it, the provider's portal, and the invoices. A suspended account cannot
 * subscribe or change its card.
 */
export function SubscriptionSection() {
  const { accountType, suspendedUntil } = useUser()
  const isSuspended = suspendedUntil !== null
  const query = useQuery(queryOf('GET /api/subscription'))
  const subscription = query.data?.subscription
  return (
    <SettingsSection
      title="Subscription"
      text={isSuspended ? 'Your plan and your invoices.' : 'Your plan, your card and your invoices.'}
    >
      <LoadError isShort what="your subscription" query={query} />
      {query.data && (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-md">
            <AccountBadge accountType={accountType} />
            <span>{describePlan({ accountType, subscription: subscription ?? null, isSuspended })}</span>
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Actions accountType={accountType} subscription={subscription ?? null} isSuspended={isSuspended} />
          </div>
          {subscription && <Invoices />}
        </>
      )}
    </SettingsSection>
  )
}

interface PlanProps {
  accountType: AccountType
  subscription: OwnSubscription | null
  isSuspended: boolean
}

function describePlan({ accountType, subscription, isSuspended }: PlanProps): string {
  const date = (time: number | null | undefined) => (time ? longDate(time) : 'the end of the month')
  switch (subscription?.state) {
    case 'active':
      return `${premiumPrice.text} ${premiumPrice.period}. Renews on ${date(subscription.renewsAt)}.`
    case 'cancelled':
      return `Cancelled. Premium ends on ${date(subscription.endsAt)}, and nothing more is charged.`
    case 'past_due':
      return isSuspended
        ? 'Your last payment did not go through, and will be tried again. You can change your card when the suspension ends.'
        : 'Your last payment did not go through. Update your card to keep Premium.'
    default:
      if (accountType === 'admin') return 'Admin accounts include Premium.'
      if (accountType === 'premium') return 'Premium was given to this account. Nothing is charged.'
      return subscription ? `Your subscription ended on ${date(subscription.endsAt)}.` : 'You have no subscription.'
  }
}

function Actions({ accountType, subscription, isSuspended }: PlanProps) {
  const state = subscription?.state
  const isOpen = state === 'active' || state === 'past_due'
  return (
    <>
      {accountType === 'free' && !isSuspended && (
        <ButtonLink to="/subscribe">{subscription ? 'Subscribe again' : 'Upgrade to Premium'}</ButtonLink>
      )}
      {state === 'cancelled' && <ResumeButton />}
      {subscription && !isSuspended && <PortalButton label="Card and invoices" />}
      {isOpen && <CancelButton endsAt={subscription?.renewsAt ?? null} variant={isSuspended ? 'outline' : 'quiet'} />}
    </>
  )
}

/** Changes the subscription, and shows what it is then. */
function useChange(action: 'cancel' | 'resume') {
  return useSingleMutation({
    mutationFn: () => call(`POST /api/subscription/${action}`),
    onSuccess: (data) => queryClient.setQueryData(queryOf('GET /api/subscription').queryKey, data),
    onError: () => {
      // The subscription may have ended in the meantime.
      void invalidate('GET /api/subscription')
      void refreshUser().catch(() => {})
    },
  })
}

function ResumeButton() {
  const resume = useChange('resume')
  const onSuccess = () => toast({ title: 'Subscription resumed', description: 'Premium renews as before.' })
  return (
    <Button disabled={resume.isPending} onClick={() => resume.mutate(undefined, { onSuccess, onError: showError })}>
      Resume subscription
    </Button>
  )
}

/** Quiet beside other buttons. */
function CancelButton({ endsAt, variant }: { endsAt: number | null; variant: 'quiet' | 'outline' }) {
  const { mutateAsync: cancel } = useChange('cancel')
  const ask = () =>
    confirmDialog.open({
      title: 'Cancel your subscription?',
      text: `You have Premium until ${endsAt ? longDate(endsAt) : 'the end of the month'}, and nothing more is charged. Until then you can resume it.`,
      children: (
        <p className="mb-5 text-ink-soft text-sm">
          Nothing is deleted. Afterwards, characters that need Premium leave the gallery and cannot be used until you
          subscribe again.
        </p>
      ),
      action: 'Cancel subscription',
      busyAction: 'Cancelling…',
      cancel: 'Keep Premium',
      isDangerous: true,
      failure: subscribeMessages.unexpected,
      onConfirm: async () => {
        const end = (await cancel()).subscription?.endsAt
        toast({ title: 'Subscription cancelled', description: end ? `You have Premium until ${longDate(end)}.` : '' })
      },
    })
  return (
    <Button variant={variant} onClick={ask}>
      Cancel subscription
    </Button>
  )
}
