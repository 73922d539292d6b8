import { useQuery } from '@tanstack/react-query'
import { timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { PaymentsState } from '#shared/billing.ts'
import { FactLine } from '../admin-card.tsx'
import { TestNotice } from '../test-notice.tsx'

/** Admin → Payments: what is connected, and whether it works. The keys are set by the environment. */
export function PaymentsPage() {
  const query = useQuery({ ...queryOf('GET /api/admin/payments'), staleTime: 0 })
  return (
    <div className="max-w-3xl">
      <PageHeader title="Payments" text="The service that takes the payments for Premium." />
      {query.isPending && <CardSkeleton className="h-56" />}
      {!query.data && <LoadError what="the payments" query={query} />}
      {query.data && <Connected state={query.data} />}
    </div>
  )
}

function Connected({ state }: { state: PaymentsState }) {
  const { provider, isTestMode, subscriptions, webhookUrl, lastWebhookAt, pendingWebhooks } = state
  const isStripe = provider === 'stripe'
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{isStripe ? 'Stripe' : provider === 'sandbox' ? 'Sandbox' : 'No payment service'}</h2>
        {isTestMode && <Badge variant="gilt">Test mode</Badge>}
        {isStripe && <Badge>Set by the environment</Badge>}
      </div>
      <p className="mt-1.5 text-ink-soft">{explanations[provider ?? 'none']}</p>
      {provider && (
        <dl className="mt-4 divide-y divide-line text-sm">
          {webhookUrl && (
            <>
              <FactLine name="Address of the webhook">
                <span className="flex items-center gap-1">
                  <span>{webhookUrl}</span>
                  <CopyButton text={webhookUrl} label="Copy the address" className="-my-2 shrink-0" />
                </span>
              </FactLine>
              <FactLine name="Last webhook">
                {lastWebhookAt === null ? 'None yet. Add the address in Stripe’s dashboard.' : timeAgo(lastWebhookAt)}
              </FactLine>
              {pendingWebhooks > 0 && (
                <FactLine name="Webhooks still to be processed">{pendingWebhooks.toLocaleString()}</FactLine>
              )}
            </>
          )}
          <FactLine name="Subscriptions that renew">{subscriptions.active.toLocaleString()}</FactLine>
          <FactLine name="Cancelled, until the end of their month">{subscriptions.cancelled.toLocaleString()}</FactLine>
          <FactLine name="Waiting for a payment">{subscriptions.pastDue.toLocaleString()}</FactLine>
        </dl>
      )}
      {isStripe && <Test />}
    </Card>
  )
}

const explanations = {
  stripe: 'Users pay for Premium with Stripe. Its keys are in the environment of the server.',
  sandbox:
    'No money moves, and test cards work. To take payments, set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET and restart the server (docs/payments.md).',
  none: 'Nobody can subscribe. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET and restart the server (docs/payments.md).',
} as const

function Test() {
  const test = useSingleMutation({ mutationFn: () => call('POST /api/admin/payments/test') })
  return (
    <div className="mt-5 flex flex-col items-start gap-3">
      <Button variant="outline" disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Testing…' : 'Test'}
      </Button>
      <TestNotice test={test} pending="" className="w-full" />
    </div>
  )
}
