import { useNavigate } from 'react-router'
import { call } from '#client/lib/http.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { CardForm } from '../card-form.tsx'
import { TestModeNotice } from '../payment-step.tsx'

/** The sandbox's portal: what a payment service shows on a page of its own. */
export function SandboxPortalPage() {
  const navigate = useNavigate()
  const leave = () => void navigate('/settings/plan')
  return (
    <div className="max-w-xl">
      <PageHeader title="Your card" text="The card that pays the next months of Premium." />
      <Card className="p-6 sm:p-8">
        <h2 className="text-2xl">Replace the card</h2>
        <TestModeNotice />
        <p className="mt-3 text-ink-soft text-sm">
          <span className="whitespace-nowrap">4000 0000 0000 0341</span> is accepted now and declined at the next
          renewal.
        </p>
        <CardForm
          label="Save card"
          busyLabel="Saving…"
          backLabel="Back to your account"
          send={(body) => call('POST /api/sandbox/card', { body })}
          onDone={() => {
            toast({ title: 'Card saved', description: 'It is charged from the next renewal on.' })
            void invalidate('GET /api/subscription')
            leave()
          }}
          onBack={leave}
        />
      </Card>
    </div>
  )
}
