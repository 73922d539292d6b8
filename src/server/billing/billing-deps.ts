import type { Context } from '#server/core/context.ts'
import type { PaymentProvider } from '#server/providers/payments/provider.ts'

/** What every intent of billing is given. `payments` is null where nobody takes payments. */
export interface BillingDeps {
  readonly context: Context
  readonly payments: PaymentProvider | null
}
