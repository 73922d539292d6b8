import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { activate, patience } from './activate.ts'
import { refreshUser } from './api.ts'
import { forgetDraft } from './draft.ts'

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * The return address after a payment. What the address says is not believed: it only decides how long the account is
 * looked at, and what is said when it does not change.
 */
export function SubscriptionSuccessPage() {
  useTitle('Subscription')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const status = search.get('redirect_status')
  const { accountType } = useUser()
  const [cameFree] = useState(accountType === 'free')

  useEffect(() => {
    let isHere = true
    const waits = status === 'succeeded' ? patience : [0]
    void activate(waits, { look: refreshUser, wait }).then((isActive) => {
      if (!isHere) return
      if (isActive) {
        forgetDraft()
        // What the house shows depends on the account.
        void queryClient.invalidateQueries()
      }
      if (cameFree || status) sayOutcome(isActive, status)
      void navigate(!isActive && status === 'failed' ? '/subscribe' : '/', { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [status, cameFree, navigate, queryClient])

  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      <EmptyStage />
      <h1 className="mt-6 text-3xl">Finding your seat</h1>
      <p role="status" className="mt-3 text-ink-soft text-md">
        Your subscription is being opened. This takes a moment.
      </p>
    </div>
  )
}

function sayOutcome(isActive: boolean, status: string | null) {
  if (isActive) {
    toast({
      title: 'Subscription Successful',
      description: 'Welcome to Premium. Everything it offers is open to you now.',
    })
  } else if (status === 'succeeded') {
    toast({
      title: 'Payment received',
      description: 'Premium opens as soon as the payment service confirms it. Nothing more is needed from you.',
    })
  } else if (status === 'failed') {
    const description = 'The payment did not go through. You can try again with another card.'
    toast({ variant: 'destructive', title: 'Payment Failed', description })
  }
}
