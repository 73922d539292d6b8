import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { choosePremium } from './draft.ts'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCard } from './plan-card.tsx'
import { adminPlan, freePlan, premiumPlan } from './plans.ts'
import { usePayments } from './use-payments.ts'

export function PricingPage() {
  useTitle('Pricing')
  const { accountType, id } = useUser()
  const isClosed = usePayments()?.provider === null
  const mayUpgrade = accountType === 'free' && !isClosed
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
            action={plan === premiumPlan && mayUpgrade && <Upgrade userId={id} />}
          />
        ))}
      </div>
      {isClosed && <PaymentsNotice />}
    </>
  )
}

function Upgrade({ userId }: { userId: string }) {
  return (
    <Link
      to="/subscribe"
      onClick={() => choosePremium(userId)}
      className={buttonClass({ size: 'lg', className: 'w-full' })}
    >
      Upgrade to Premium
    </Link>
  )
}
