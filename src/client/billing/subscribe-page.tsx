import { useEffect, useState } from 'react'
import { loadSession, useUser } from '#client/accounts/session.ts'
import { hasStatus } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { subscribeMessages } from '#shared/customer.ts'
import { AlreadyPremium } from './already-premium.tsx'
import { createSubscription } from './api.ts'
import { CustomerFields } from './customer-fields.ts'
import { CustomerForm, focusEmail } from './customer-form.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { type SubscribeDraft, useDraft } from './subscribe-draft.ts'
import { usePayments } from './use-payments.ts'
import { WhyUpgrade } from './why-upgrade.tsx'

/** Steps: choose Premium, enter customer details, pay. */
export function SubscribePage() {
  useTitle('Subscribe')
  const { accountType } = useUser()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Subscribe" text="Stay free for as long as you like, or upgrade to Premium." />
      {accountType === 'free' ? (
        <>
          <SubscribeSteps />
          <WhyUpgrade />
        </>
      ) : (
        <>
          <PlanChoice current={accountType} />
          <AlreadyPremium accountType={accountType} />
          <WhyUpgrade />
        </>
      )}
    </div>
  )
}

function SubscribeSteps() {
  const { id } = useUser()
  const { draft, change } = useDraft(id)
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const payments = usePayments()

  const startPayment = async (customer: CustomerFields) => {
    try {
      setClientSecret(await createSubscription(customer))
      change({ paying: true })
    } catch (error) {
      change({ paying: false })
      await handleSubscriptionError(error)
    }
  }
  useResumePayment(draft, startPayment)

  if (draft.paying) {
    return (
      <PaymentStep
        clientSecret={clientSecret}
        email={draft.email.trim()}
        onPaid={openSuccessPage}
        onBack={() => change({ paying: false })}
      />
    )
  }
  const hasNoPayments = payments?.provider === null
  const choose = () => {
    change({ plan: 'premium' })
    focusEmail()
  }
  return (
    <>
      <PlanChoice current="free" isChosen={draft.plan !== null} {...(hasNoPayments ? {} : { onChoose: choose })} />
      {hasNoPayments ? <PaymentsNotice /> : <CustomerForm draft={draft} onChange={change} onProceed={startPayment} />}
    </>
  )
}

/** Requests the subscription again after a reload during the payment. Card details are not stored. */
function useResumePayment(draft: SubscribeDraft, startPayment: (customer: CustomerFields) => Promise<void>) {
  const [customer] = useState(() => (draft.paying ? CustomerFields.safeParse(draft).data : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (customer) void startPayment(customer)
  }, [customer])
}

/** Loads the return page like a payment service would, with a full page load. */
function openSuccessPage() {
  window.location.assign('/subscription-success?redirect_status=succeeded')
}

async function handleSubscriptionError(error: unknown): Promise<void> {
  // The session has ended or the account is already Premium. The reloaded session shows which.
  if (hasStatus(error, 401) || hasStatus(error, 409)) return loadSession()
  toast({ variant: 'destructive', title: 'Error', description: subscribeMessages.createFailed })
}
