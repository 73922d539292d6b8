import type { PaymentProvider } from './provider.ts'
import { type SandboxDeps, SandboxPayments } from './sandbox/sandbox.ts'

/** The sandbox; null in production, where it would give Premium away for test cards. */
export function createPaymentProvider(
  { production }: { production: boolean },
  sandbox: SandboxDeps,
): PaymentProvider | null {
  return production ? null : new SandboxPayments(sandbox)
}
