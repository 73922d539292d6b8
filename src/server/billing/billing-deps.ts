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

/** Does what a customer asked for. Turns an error of the provider into one for the customer. */
export async function withProvider<T>(
  { context }: BillingDeps,
  { kind, userId }: { kind: string; userId?: string },
  work: () => Promise<T>,
): Promise<T> {
  const count = (result: string) => context.metrics.payments.inc({ kind, result })
  try {
    const result = await work()
    count('ok')
    return result
  } catch (error) {
    const isFailure = error instanceof PaymentProviderError
    count(isFailure ? 'failed' : 'refused')
    if (!isFailure) throw error
    context.log.error({ err: error, userId }, 'a request to the payment provider failed')
    throw new ApiError('payments_unavailable', { cause: error })
  }
}

export function hasPayments(billing: BillingDeps): billing is PaidBilling {
  return billing.payments !== null
}
