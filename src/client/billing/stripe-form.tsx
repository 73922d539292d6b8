import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { paymentPath, subscribeMessages } from '#shared/customer.ts'
import { PayButtons, payTexts } from './pay-buttons.tsx'

interface StripeFormProps {
  clientSecret: string
  publishableKey: string
  onBack: () => void
}

/**
 * Stripe's card form. Card data goes from its frame to Stripe. After a payment Stripe leads to the return page; only a
 * failed one comes back here.
 */
export function StripeForm({ clientSecret, publishableKey, onBack }: StripeFormProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isFailed || !isPaymentPage()) return
    loadStripe(publishableKey).then(setStripe, () => setFailed(true))
  }, [publishableKey, isFailed])

  if (isFailed) {
    return (
      <div role="alert" className="mt-6">
        <p>
          The card form of Stripe could not be loaded. Check your connection, and whether an extension of your browser
          blocks js.stripe.com.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button onClick={() => setFailed(false)}>Try again</Button>
          <Button variant="outline" onClick={onBack}>
            Back to Plans
          </Button>
        </div>
      </div>
    )
  }
  const theme = document.documentElement.classList.contains('dark') ? 'night' : 'stripe'
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
      <PaymentForm onFailed={() => setFailed(true)} onBack={onBack} />
    </Elements>
  )
}

/**
 * Whether this document was loaded as the payment step: only then does its policy allow Stripe's script. Otherwise, as
 * after Back and Forward, it is loaded again.
 */
function isPaymentPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && new URL(navigation.name).href === new URL(paymentPath, location.href).href) return true
  location.assign(paymentPath)
  return false
}

/**
 * Imports the package only here, because it loads Stripe's script at once: of the release that belongs to the version of
 * the API that the server uses, so both packages are updated together.
 */
async function loadStripe(publishableKey: string): Promise<Stripe | null> {
  const stripeJs = await import('@stripe/stripe-js')
  return stripeJs.loadStripe(publishableKey)
}

function PaymentForm({ onFailed, onBack }: { onFailed: () => void; onBack: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPaying || !isReady || !stripe || !elements) return
    setPaying(true)
    const confirmParams = { return_url: new URL('/subscription-success', location.href).href }
    const result = await stripe.confirmPayment({ elements, confirmParams }).catch(() => null)
    setPaying(false)
    toastError(result?.error.message ?? subscribeMessages.unexpected, { title: 'Payment Failed' })
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6">
      {!isReady && <Skeleton className="h-40" />}
      <PaymentElement onReady={() => setReady(true)} onLoadError={onFailed} />
      <div className="mt-6">
        <PayButtons {...payTexts} isPaying={isPaying} isReady={isReady} onBack={onBack} />
      </div>
    </form>
  )
}
