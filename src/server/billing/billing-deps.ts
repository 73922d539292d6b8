import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type PaymentProvider, PaymentProviderError } from '#server/providers/payments/provider.ts'

/** The dependencies of billing's operations. */
export interface BillingDeps {
  readonly context: Context
  /** Null when the instance takes no payments. */
  readonly payments: PaymentProvider | null
}

/** With a provider. */
export type PaidBilling = BillingDeps & { readonly payments: PaymentProvider }

/** Turns an error of the provider into one for the customer. */
export async function withProvider<T>({ context }: BillingDeps, userId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    context.log.error({ err: error, userId }, 'a request to the payment provider failed')
    throw new ApiError('payments_unavailable', { cause: error })
  }
}

export function hasPayments(billing: BillingDeps): billing is PaidBilling {
  return billing.payments !== null
}
