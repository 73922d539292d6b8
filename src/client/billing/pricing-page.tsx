import { useUser } from '#client/accounts/session.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCard } from './plan-card.tsx'
import { adminPlan, freePlan, premiumPlan } from './plans.ts'
import { choosePremium } from './subscribe-draft.ts'
import { usePayments } from './use-payments.ts'

export function PricingPage() {
  const { accountType, id } = useUser()
  const payments = usePayments()
  const hasNoPayments = payments?.provider === null
  const canUpgrade = accountType === 'free' && !hasNoPayments
  return (
    <>
      <PageHeader title="Pricing" text="Start for free, and upgrade when you want more." />
      <div className="mb-6 grid grid-cols-1 gap-5 lg:grid-cols-3">
        {[freePlan(payments?.freeDailyMessages), premiumPlan, adminPlan].map((plan) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            current={plan.accountType === accountType}
            featured={plan === premiumPlan}
            action={plan === premiumPlan && canUpgrade && <UpgradeLink userId={id} />}
          />
        ))}
      </div>
      {hasNoPayments && <PaymentsNotice />}
    </>
  )
}

function UpgradeLink({ userId }: { userId: string }) {
  return (
    <ButtonLink to="/subscribe" onClick={() => choosePremium(userId)} size="lg" className="w-full">
      Upgrade to Premium
    </ButtonLink>
  )
}
