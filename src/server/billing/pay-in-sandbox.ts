import { ApiError, notFound } from '#server/http/api-error.ts'
import { CardDeclinedError } from '#server/providers/payments/provider.ts'
import type { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import type { CardEntry } from '#shared/card.ts'

/** Pays in the sandbox. Only the provider's records change here; the account changes with the next sync. */
export async function payInSandbox(sandbox: SandboxPayments, clientSecret: string, card: CardEntry): Promise<void> {
  try {
    if (await sandbox.confirmPayment(clientSecret, card)) return
  } catch (error) {
    if (!(error instanceof CardDeclinedError)) throw error
    const fields = error.faults
    throw new ApiError('payment_failed', {
      message: error.message,
      details: Object.keys(fields).length ? { fields } : {},
    })
  }
  throw notFound()
}
