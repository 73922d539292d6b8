import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { refreshUser } from '#client/accounts/api.ts'
import { useUser } from '#client/accounts/session.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { outcomeToast, readOutcome } from './payment-outcome.ts'
import { clearDraft } from './subscribe-draft.ts'
import { pollDelays, waitForPremium } from './wait-for-premium.ts'

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * The return page after a payment. The status in the URL is not trusted: it only decides how long to poll the account, and
 * the message if the account does not become Premium.
 */
export function SubscriptionSuccessPage() {
  useTitle('Subscription')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const outcome = readOutcome(search)
  const { accountType } = useUser()
  const [wasFree] = useState(accountType === 'free')

  useEffect(() => {
    let isMounted = true
    const delays = outcome === 'expected' ? pollDelays : [0]
    void waitForPremium(delays, { fetchUser: refreshUser, wait }).then((isPremium) => {
      if (!isMounted) return
      if (isPremium) {
        clearDraft()
        // Lists depend on the account type.
        void queryClient.invalidateQueries()
      }
      const text = outcomeToast(isPremium, outcome)
      if (text && (wasFree || outcome !== 'unknown')) toast(text)
      void navigate(!isPremium && outcome === 'failed' ? '/subscribe' : '/', { replace: true })
    })
    return () => {
      isMounted = false
    }
  }, [outcome, wasFree, navigate])

  return (
    <EmptyState
      isPage
      drawing={<EmptyStage />}
      title={outcome === 'expected' ? 'Activating your subscription…' : 'Checking your subscription…'}
    >
      <p role="status">We are waiting for the payment service. This takes a moment.</p>
    </EmptyState>
  )
}
