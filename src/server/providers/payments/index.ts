import type { PaymentProvider } from './provider.ts'
import { type SandboxDeps, SandboxPayments } from './sandbox/sandbox.ts'

/** The sandbox; null in production and at a public address (https), where it would give Premium away for test cards. */
export function createPaymentProvider(
  { production, secure }: { production: boolean; secure: boolean },
  sandbox: SandboxDeps,
): PaymentProvider | null {
  return production || secure ? null : new SandboxPayments(sandbox)
}
