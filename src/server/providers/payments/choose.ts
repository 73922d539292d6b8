import type { PaymentProvider } from './provider.ts'
import { type SandboxGround, SandboxPayments } from './sandbox/sandbox.ts'

/** Who takes payments here: the sandbox, unless this is production, where it would give Premium away. */
export function choosePayments({ production }: { production: boolean }, ground: SandboxGround): PaymentProvider | null {
  return production ? null : new SandboxPayments(ground)
}
