import { type FormEvent, useEffect, useRef, useState } from 'react'
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

type Confirm = () => Promise<string>

/**
 * Stripe's card form. Card data goes from its frame to Stripe. After a payment Stripe leads to the return page; only a
 * failed one comes back here.
 */
export function StripeForm({ clientSecret, publishableKey, onBack }: StripeFormProps) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'failed' | { confirm: Confirm }>('loading')
  const [attempt, setAttempt] = useState(0)
  const [isPaying, setPaying] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts a new form
  useEffect(() => {
    if (!container.current || !isPaymentPage()) return
    return mountForm(container.current, { clientSecret, publishableKey }, setState)
  }, [clientSecret, publishableKey, attempt])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPaying || typeof state === 'string') return
    setPaying(true)
    const message = await state.confirm()
    setPaying(false)
    toastError(message, { title: 'Payment Failed' })
  }

  if (state === 'failed') {
    const retry = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    return (
      <div role="alert" className="mt-6">
        <p>
          The card form of Stripe could not be loaded. Check your connection, and whether an extension of your browser
          blocks js.stripe.com.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button onClick={retry}>Try again</Button>
          <Button variant="outline" onClick={onBack}>
            Back to Plans
          </Button>
        </div>
      </div>
    )
  }
  const isReady = state !== 'loading'
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6">
      {!isReady && <Skeleton className="h-40" />}
      <div ref={container} />
      <div className="mt-6">
        <PayButtons {...payTexts} isPaying={isPaying} isReady={isReady} onBack={onBack} />
      </div>
    </form>
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

type OnState = (state: 'failed' | { confirm: Confirm }) => void

function mountForm(container: HTMLElement, keys: { clientSecret: string; publishableKey: string }, onState: OnState) {
  let isMounted = true
  let unmount = () => {}
  const report: OnState = (state) => isMounted && onState(state)
  void loadStripe(keys.publishableKey).then(
    (stripe) => {
      if (!isMounted) return
      const theme = document.documentElement.classList.contains('dark') ? 'night' : 'stripe'
      const elements = stripe.elements({ clientSecret: keys.clientSecret, appearance: { theme } })
      const form = elements.create('payment')
      const confirmParams = { return_url: new URL('/subscription-success', location.href).href }
      const confirm = async () => {
        const result = await stripe.confirmPayment({ elements, confirmParams }).catch(() => null)
        return result?.error.message ?? subscribeMessages.unexpected
      }
      form.on('ready', () => report({ confirm }))
      form.on('loaderror', () => report('failed'))
      form.mount(container)
      unmount = () => form.destroy()
    },
    () => report('failed'),
  )
  return () => {
    isMounted = false
    unmount()
  }
}

/**
 * The parts of Stripe.js that the payment form uses. Stripe's own loader package is not used: its types do not resolve as an
 * ES module, and it does no more than this.
 */
interface StripeElement {
  on(event: 'ready' | 'loaderror', listener: () => void): void
  mount(container: HTMLElement): void
  destroy(): void
}
interface StripeElements {
  create(type: 'payment'): StripeElement
}
interface StripeJs {
  elements(options: { clientSecret: string; appearance: { theme: 'stripe' | 'night' } }): StripeElements
  /** Leaves the page after a payment; resolves only with an error. */
  confirmPayment(options: {
    elements: StripeElements
    confirmParams: { return_url: string }
  }): Promise<{ error: { message?: string } }>
}

/** The release that belongs to the version of the API that the server uses. It must be loaded from this address. */
const address = 'https://js.stripe.com/endive/stripe.js'

/** Loads Stripe.js once; after a failure, the next call tries again. */
async function loadStripe(publishableKey: string): Promise<StripeJs> {
  const scope = window as { Stripe?: (key: string) => StripeJs }
  if (!scope.Stripe) await loadScript()
  if (!scope.Stripe) throw new Error('Stripe.js has loaded, and is not there.')
  return scope.Stripe(publishableKey)
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Stripe.js could not be loaded.'))
    }
    document.head.append(script)
  })
}
