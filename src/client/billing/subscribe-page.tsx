import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { loadSession, useUser } from '#client/accounts/session.ts'
import { call, hasStatus } from '#client/lib/http.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { PaymentsResponse } from '#shared/billing.ts'
import { paymentPath, subscribeMessages } from '#shared/customer.ts'
import { CustomerFields } from './customer-fields.ts'
import { CustomerForm, focusEmail } from './customer-form.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PaymentsNotice, usePayments } from './payments.tsx'
import { PlanChoice } from './plan-card.tsx'
import { type SubscribeDraft, useDraft } from './subscribe-draft.ts'
import { WhyUpgrade } from './why-upgrade.tsx'

export function SubscribePage() {
  const { accountType } = useUser()
  const payments = usePayments()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Subscribe" text="Stay free for as long as you like, or upgrade to Premium." />
      {accountType === 'free' ? (
        <SubscribeSteps payments={payments} />
      ) : (
        <>
          <PlanChoice current={accountType} freeDailyMessages={payments?.freeDailyMessages} />
          <AlreadyPremium isAdmin={accountType === 'admin'} />
        </>
      )}
      <WhyUpgrade />
    </div>
  )
}

function SubscribeSteps({ payments }: { payments: PaymentsResponse | null }) {
  const { id } = useUser()
  const { draft, change } = useDraft(id)
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const navigate = useNavigate()
  const location = useLocation()
  const isPaying = location.pathname + location.search === paymentPath

  const requestPayment = async ({ plan, email, name }: CustomerFields) => {
    const body = { tier: plan, customerEmail: email, customerName: name }
    try {
      setClientSecret((await call('POST /api/create-subscription', { body })).clientSecret)
      return true
    } catch (error) {
      // The session has ended or the account is already Premium. The reloaded session shows which.
      if (hasStatus(error, 401) || hasStatus(error, 409)) await loadSession()
      else toastError(subscribeMessages.createFailed)
      return false
    }
  }
  const startPayment = async (customer: CustomerFields) => {
    if (!(await requestPayment(customer))) return
    if (payments?.provider === 'stripe') window.location.assign(paymentPath)
    else await navigate(paymentPath, { state: { hasPlansBefore: true } })
  }
  const backToPlans = () => {
    const { hasPlansBefore } = (location.state ?? {}) as { hasPlansBefore?: boolean }
    void (hasPlansBefore ? navigate(-1) : navigate('/subscribe', { replace: true }))
  }
  useResumePayment(isPaying && clientSecret === null, draft, requestPayment, backToPlans)

  if (isPaying) {
    return (
      <PaymentStep
        payments={payments}
        clientSecret={clientSecret}
        email={draft.email.trim()}
        // With a full page load, as from a payment service.
        onPaid={() => window.location.assign('/subscription-success?redirect_status=succeeded')}
        onBack={backToPlans}
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
      <PlanChoice
        current="free"
        isChosen={draft.plan !== null}
        freeDailyMessages={payments?.freeDailyMessages}
        onChoose={hasNoPayments ? undefined : choose}
      />
      {hasNoPayments ? <PaymentsNotice /> : <CustomerForm draft={draft} onChange={change} onProceed={startPayment} />}
    </>
  )
}

/** Requests the subscription again when the payment step is opened again, as by a reload. Card details are not stored. */
function useResumePayment(
  isNeeded: boolean,
  draft: SubscribeDraft,
  requestPayment: (customer: CustomerFields) => Promise<boolean>,
  backToPlans: () => void,
) {
  const isRequested = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each time the step is opened
  useEffect(() => {
    if (!isNeeded || isRequested.current) return
    isRequested.current = true
    const customer = CustomerFields.safeParse(draft).data
    const request = customer ? requestPayment(customer) : Promise.resolve(false)
    void request.then((isReady) => {
      isRequested.current = false
      if (!isReady) backToPlans()
    })
  }, [isNeeded])
}

function AlreadyPremium({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Card className="flex flex-col items-start gap-3 border-gilt p-6 sm:p-8">
      <AccountBadge accountType={isAdmin ? 'admin' : 'premium'} />
      <h2 className="text-3xl">{isAdmin ? 'Admin accounts include Premium' : 'You already have Premium'}</h2>
      <p className="max-w-prose text-ink-soft text-md">
        {isAdmin
          ? 'You can use everything that Premium offers, so you do not need to subscribe.'
          : 'You can use everything that Premium offers. Thank you for your support.'}
      </p>
      <span className="mt-3 flex flex-wrap gap-3 *:whitespace-normal">
        <ButtonLink to="/create">Create Character</ButtonLink>
        <ButtonLink to="/discover" variant="outline">
          Discover characters
        </ButtonLink>
        {!isAdmin && (
          <ButtonLink to="/settings/plan" variant="quiet">
            Manage your subscription
          </ButtonLink>
        )}
      </span>
    </Card>
  )
}
