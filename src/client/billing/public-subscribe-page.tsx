import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CustomerForm } from './customer-form.tsx'
import { PaymentsNotice, usePayments } from './payments.tsx'
import { PlanChoice } from './plan-card.tsx'
import { useDraft } from './subscribe-draft.ts'
import { WhyUpgrade } from './why-upgrade.tsx'

/** The subscribe page for visitors. They sign up first, and the draft is kept for the signed-in page. */
export function PublicSubscribePage({ onAuth }: { onAuth: (tab: AuthTab) => void }) {
  const { draft, change } = useDraft(null)
  const payments = usePayments()
  const hasNoPayments = payments?.provider === null
  const openSignUp = () => onAuth('register')
  const choose = () => {
    change({ plan: 'premium' })
    openSignUp()
  }
  return (
    <div className="w-full max-w-4xl">
      <PageHeader title="Subscribe" text="Stay free for as long as you like, or upgrade to Premium." />
      <PlanChoice
        current={null}
        freeDailyMessages={payments?.freeDailyMessages}
        isChosen={draft.plan !== null}
        onChoose={hasNoPayments ? undefined : choose}
        freeAction={
          <Button variant="outline" size="lg" className="w-full" onClick={openSignUp}>
            Start for free
          </Button>
        }
      />
      {hasNoPayments ? <PaymentsNotice /> : <CustomerForm draft={draft} onChange={change} onProceed={openSignUp} />}
      <WhyUpgrade />
    </div>
  )
}
