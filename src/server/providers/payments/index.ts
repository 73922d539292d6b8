import type { PaymentProvider } from './provider.ts'
import { type SandboxDeps, SandboxPayments } from './sandbox/sandbox.ts'
import type { StripeSettings } from './stripe/settings.ts'

interface PaymentSettings {
  production: boolean
  secure: boolean
  stripe: StripeSettings | null
}

/**
 * Stripe when its keys are set, otherwise the sandbox. Null without keys in production and at a public address (https),
 * where anybody could get Premium with the sandbox's test cards.
 */
export async function createPaymentProvider(
  { production, secure, stripe }: PaymentSettings,
  deps: SandboxDeps,
): Promise<PaymentProvider | null> {
  if (stripe) {
    // Loaded only here: the package is large.
    const { StripePayments } = await import('./stripe/stripe-payments.ts')
    return new StripePayments(stripe, deps.clock)
  }
  return production || secure ? null : new SandboxPayments(deps)
}
