import { useEffect, useState } from 'react'
import { loadSession, useUser } from '#client/accounts/session.ts'
import { hasStatus } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { customerFaults, subscribeMessages } from '#shared/customer.ts'
import { AlreadyPremium } from './already-premium.tsx'
import { createSubscription } from './api.ts'
import { CustomerForm } from './customer-form.tsx'
import { useDraft } from './draft.ts'
import { focusEmail } from './focus-email.ts'
import { PaymentStep } from './payment-step.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { usePayments } from './use-payments.ts'
import { WhyUpgrade } from './why-upgrade.tsx'

/** Choosing Premium, who pays, and paying. */
export function SubscribePage() {
  useTitle('Subscribe')
  const { accountType } = useUser()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Subscribe" text="Stay free for as long as you like, or take the better seats." />
      {accountType === 'free' ? (
        <>
          <Subscribing />
          <WhyUpgrade />
        </>
      ) : (
        <AlreadyPremium accountType={accountType} />
      )}
    </div>
  )
}

function Subscribing() {
  const { id } = useUser()
  const { draft, change } = useDraft(id)
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const payments = usePayments()

  const proceed = async () => {
    try {
      setClientSecret(await createSubscription(draft))
      change({ paying: true })
    } catch (error) {
      change({ paying: false })
      await sayWhy(error)
    }
  }
  useReturnToPayment(draft.paying && customerFaults(draft) === null, proceed)

  if (draft.paying) {
    return (
      <PaymentStep
        clientSecret={clientSecret}
        email={draft.email.trim()}
        onPaid={returnFromPayment}
        onBack={() => change({ paying: false })}
      />
    )
  }
  const isClosed = payments?.provider === null
  const choose = () => {
    change({ plan: 'premium' })
    focusEmail()
  }
  return (
    <>
      <PlanChoice current="free" isChosen={draft.plan !== null} {...(isClosed ? {} : { onChoose: choose })} />
      {isClosed ? <PaymentsNotice /> : <CustomerForm entry={draft} onChange={change} onProceed={proceed} />}
    </>
  )
}

/** After a reload in the middle of the payment: the same subscription is asked for again, the card is not kept. */
function useReturnToPayment(wasPaying: boolean, proceed: () => Promise<void>) {
  const [isReturning] = useState(wasPaying)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isReturning) void proceed()
  }, [isReturning])
}

/** As a payment service sends people back: with a fresh page, whatever has become of this one meanwhile. */
function returnFromPayment() {
  window.location.assign('/subscription-success?redirect_status=succeeded')
}

async function sayWhy(error: unknown): Promise<void> {
  // The session ended, or the payment has gone through elsewhere: the account says which, and the page follows it.
  if (hasStatus(error, 401) || hasStatus(error, 409)) return loadSession()
  toast({ variant: 'destructive', title: 'Error', description: subscribeMessages.createFailed })
}
