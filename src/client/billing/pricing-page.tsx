import { useUser } from '#client/accounts/session.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PaymentsNotice, usePayments } from './payments.tsx'
import { PlanCard } from './plan-card.tsx'
import { adminPlan, freePlan, premiumPlan } from './plans.ts'
import { choosePremium } from './subscribe-draft.ts'

export function PricingPage() {
  const { accountType, id } = useUser()
  const payments = usePayments()
  const hasNoPayments = payments?.provider === null
  const canUpgrade = accountType === 'free' && !hasNoPayments
  const upgradeLink = (
    <ButtonLink to="/subscribe" onClick={() => choosePremium(id)} size="lg" className="w-full">
      Upgrade to Premium
    </ButtonLink>
  )
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
            action={plan === premiumPlan && canUpgrade && upgradeLink}
          />
        ))}
      </div>
      {hasNoPayments && <PaymentsNotice />}
    </>
  )
}
