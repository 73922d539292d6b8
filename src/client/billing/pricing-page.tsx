import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCard } from './plan-card.tsx'
import { adminPlan, freePlan, premiumPlan } from './plans.ts'

export function PricingPage() {
  useTitle('Pricing')
  const { accountType } = useUser()
  return (
    <>
      <PageHeader title="Pricing" text="Two plans, and one for those who keep the house." />
      <div className="mb-6 grid gap-5 lg:grid-cols-3">
        {[freePlan, premiumPlan, adminPlan].map((plan) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            current={plan.accountType === accountType}
            featured={plan === premiumPlan}
          />
        ))}
      </div>
      <PaymentsNotice />
    </>
  )
}
