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
export interface StripeJs {
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
export async function loadStripe(publishableKey: string): Promise<StripeJs> {
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
