import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CustomerForm } from './customer-form.tsx'
import { useDraft } from './draft.ts'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { usePayments } from './use-payments.ts'
import { WhyUpgrade } from './why-upgrade.tsx'

/** The same page from the street. Whoever wants a plan signs up on the way, and finds what they typed inside. */
export function VisitorSubscribePage({ onAuth }: { onAuth: (tab: AuthTab) => void }) {
  useTitle('Subscribe')
  const { draft, change } = useDraft(null)
  const isClosed = usePayments()?.provider === null
  const join = () => onAuth('register')
  const choose = () => {
    change({ plan: 'premium' })
    join()
  }
  return (
    <div className="w-full max-w-4xl">
      <PageHeader title="Subscribe" text="Stay free for as long as you like, or take the better seats." />
      <PlanChoice
        current={null}
        isChosen={draft.plan !== null}
        {...(isClosed ? {} : { onChoose: choose })}
        freeAction={
          <Button variant="outline" size="lg" className="w-full" onClick={join}>
            Start for free
          </Button>
        }
      />
      {isClosed ? <PaymentsNotice /> : <CustomerForm entry={draft} onChange={change} onProceed={join} />}
      <WhyUpgrade />
    </div>
  )
}
