import type { Page } from '@playwright/test'
import { type FakeStripe, stripeKeys } from './fake-stripe.ts'

/** What the page gets instead of https://js.stripe.com: a form with one field, which pays at the fake. */
const script = `
  const unused = () => {}
  window.Stripe = (publishableKey) => ({
    // Stripe's React parts check that these exist.
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
    elements: ({ clientSecret }) => {
      const listeners = {}
      const input = document.createElement('input')
      return {
        clientSecret,
        input,
        create: () => ({
          on: (name, listener) => { listeners[name] = listener },
          mount: (container) => {
            const label = document.createElement('label')
            label.textContent = 'Card number'
            label.style.display = 'grid'
            input.style.minHeight = '44px'
            input.style.border = '1px solid'
            label.append(input)
            container.append(label)
            setTimeout(() => listeners.ready?.())
          },
          destroy: () => input.parentElement?.remove(),
        }),
      }
    },
    confirmPayment: async ({ elements, confirmParams }) => {
      const message = await window.payAtFakeStripe(publishableKey, elements.clientSecret, elements.input.value, confirmParams.return_url)
      if (message !== null) return { error: { message } }
      const url = new URL(confirmParams.return_url)
      url.searchParams.set('redirect_status', 'succeeded')
      location.assign(url)
      return new Promise(() => {})
    },
  })
`

/** A call of `confirmPayment` in the page. */
interface Confirmation {
  publishableKey: string
  returnPath: string
}

/** Serves Stripe.js from the test. Any other request to Stripe fails the test. */
export async function interceptStripeJs(page: Page, stripe: FakeStripe) {
  const loads: string[] = []
  const confirmations: Confirmation[] = []
  await page.exposeFunction(
    'payAtFakeStripe',
    (key: string, clientSecret: string, number: string, returnUrl: string) => {
      confirmations.push({ publishableKey: key, returnPath: new URL(returnUrl).pathname })
      if (key !== stripeKeys.publishable) return 'Wrong publishable key.'
      return stripe.records.confirmPayment(clientSecret, number.replaceAll(' ', '') === '4242424242424242')
    },
  )
  await page.route('https://js.stripe.com/**', (route) => {
    loads.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return { loads, confirmations }
}
