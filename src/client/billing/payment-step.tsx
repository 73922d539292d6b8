import { FlaskConical } from 'lucide-react'
import { call, hasStatus } from '#client/lib/http.ts'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { useSite } from '#client/lib/site.ts'
import { Card } from '#client/ui/card.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { PaymentsResponse } from '#shared/billing.ts'
import { premiumPrice } from '#shared/customer.ts'
import { CardForm } from './card-form.tsx'
import { payTexts } from './pay-buttons.tsx'
import { PlanCard } from './plan-card.tsx'
import { premiumPlan } from './plans.ts'

/** With Stripe's loader, which no other page needs. */
const StripeForm = lazyPart(async () => (await import('./stripe-form.tsx')).StripeForm, {
  placeholder: () => <FormSkeleton />,
  failed: (error, retry) => <LoadError what="the payment form" query={{ error, refetch: retry }} />,
})

interface PaymentStepProps {
  /** Null while loading. */
  payments: PaymentsResponse | null
  /** Null while the subscription is requested again after a reload. */
  clientSecret: string | null
  email: string
  /** Premium starts when the account is updated, not when the form of the sandbox succeeds. */
  onPaid: () => void
  onBack: () => void
}

export function PaymentStep({ payments, clientSecret, email, onPaid, onBack }: PaymentStepProps) {
  const { name } = useSite()
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Card className="max-w-xl p-6 sm:p-8 lg:max-w-none">
        <h2 ref={focusOnMount} tabIndex={-1} className="scroll-mt-24 text-2xl outline-none">
          Payment
        </h2>
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft">
          <span>
            {name} Premium, for {email}
          </span>
          <span className="whitespace-nowrap">
            <strong className="font-[550] font-display text-ink text-xl">{premiumPrice.text}</strong>{' '}
            {premiumPrice.period}
          </span>
        </p>
        {payments?.isTestMode && <TestModeNotice />}
        {!payments || !clientSecret ? (
          <FormSkeleton />
        ) : payments.publishableKey === null ? (
          <CardForm
            {...payTexts}
            send={(card) => call('POST /api/sandbox/confirm-payment', { body: { clientSecret, ...card } })}
            onDone={onPaid}
            onBack={onBack}
            // The subscription no longer exists.
            onError={(error) => hasStatus(error, 404) && onBack()}
          />
        ) : (
          <StripeForm clientSecret={clientSecret} publishableKey={payments.publishableKey} onBack={onBack} />
        )}
      </Card>
      <div className="hidden lg:block">
        <PlanCard plan={premiumPlan} current={false} featured />
      </div>
    </div>
  )
}

const FormSkeleton = () => (
  <PageSkeleton label="Preparing the payment" parts={['h-17', 'h-17']} className="mt-6 flex flex-col gap-4" />
)

export function TestModeNotice() {
  return (
    <p className="mt-5 flex gap-3 rounded-md border border-gilt border-dashed px-4 py-3 text-sm">
      <FlaskConical aria-hidden size={18} className="mt-0.5 shrink-0 text-gilt-ink" />
      <span>
        <strong className="block font-semibold">Test mode, no money moves</strong>
        Do not use a real card. Pay with <span className="inline-block font-[550]">4242 4242 4242 4242</span>, any
        future date and any three digits.
      </span>
    </p>
  )
}
