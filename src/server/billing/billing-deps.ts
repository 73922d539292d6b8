import type { Context } from '#server/core/context.ts'
import type { PaymentProvider } from '#server/providers/payments/provider.ts'
import { SharedRuns } from './shared-runs.ts'

/** The dependencies of billing's operations. */
export interface BillingDeps {
  readonly context: Context
  /** Null when the instance takes no payments. */
  readonly payments: PaymentProvider | null
  /** Requests to the provider that several callers share. */
  readonly runs: SharedRuns
}

/** With a provider. */
export type PaidBilling = BillingDeps & { readonly payments: PaymentProvider }

export function createBilling(context: Context, payments: PaymentProvider | null): BillingDeps {
  return { context, payments, runs: new SharedRuns() }
}

export function hasPayments(billing: BillingDeps): billing is PaidBilling {
  return billing.payments !== null
}
