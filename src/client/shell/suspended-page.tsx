import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { logOutOrNotify } from '#client/accounts/log-out-or-notify.ts'
import { useUser } from '#client/accounts/session.ts'
import { DataSection, DeleteSection } from '#client/accounts/settings/account-sections.tsx'
import { SubscriptionSection } from '#client/billing/account/subscription-section.tsx'
import { longDate } from '#client/lib/dates.ts'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { DecisionList } from '#client/moderation/account/decision-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialogs } from '#client/ui/dialogs.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The only page of a suspended account: why it is suspended, how to appeal, its subscription, its data and its deletion. */
export function SuspendedPage({ name, until }: { name: string; until: number }) {
  useTitle('Your account is suspended')
  return (
    <QueryClientProvider client={queryClient}>
      <main id="main" className="mx-auto flex w-full max-w-2xl flex-col justify-center px-4 py-12">
        <div className="flex flex-col items-center text-center">
          <div aria-hidden className="mb-6 text-ink">
            <EmptyDoor />
          </div>
          <h1 ref={focusOnMount} tabIndex={-1} className="font-[550] text-3xl outline-none sm:text-4xl">
            Your account is suspended, {name}
          </h1>
          <p className="mt-4 text-balance text-md">
            Moderators have suspended it until <strong>{longDate(until)}</strong>. Your characters and conversations are
            kept. If you think the decision is wrong, you can appeal it below.
          </p>
        </div>
        {/* As high as one decision, so that nothing moves when it has loaded. */}
        <div className="mt-8 min-h-52 border-line border-t pt-6 sm:min-h-34">
          <Decisions />
        </div>
        <div className="mt-8">
          <PaidSubscription />
          <DataSection />
          <DeleteSection />
        </div>
        <Button variant="quiet" className="self-center" onClick={() => void logOutOrNotify()}>
          Log out
        </Button>
      </main>
      <Dialogs />
    </QueryClientProvider>
  )
}

function Decisions() {
  const { data, error, isPending, refetch } = useQuery({ ...queryOf('GET /api/moderation/decisions'), staleTime: 0 })
  if (isPending) return <Skeleton className="h-16 w-full rounded-lg" />
  if (error) return <LoadError isShort what="the decisions" query={{ error, refetch }} />
  return <DecisionList decisions={data.decisions} strikes={data.strikes} />
}

/** Nothing for an account without a subscription: it cannot begin one while it is suspended. */
function PaidSubscription() {
  const { accountType } = useUser()
  const { data } = useQuery(queryOf('GET /api/subscription'))
  return accountType === 'premium' || data?.subscription ? <SubscriptionSection /> : null
}
