import type { Context } from '#server/core/context.ts'
import type { PaymentProvider } from '#server/providers/payments/provider.ts'

/** The dependencies of billing's operations. `payments` is null when the instance takes no payments. */
export interface BillingDeps {
  readonly context: Context
  readonly payments: PaymentProvider | null
}
