import type { User } from '#shared/accounts.ts'

/**
 * How long to wait before each look at the account, in milliseconds. The server asks the payment service about an
 * account at most once in five seconds, so the last look must come after that.
 */
export const patience: readonly number[] = [0, 1_000, 2_000, 2_500]

interface Ways {
  look: () => Promise<User>
  wait: (milliseconds: number) => Promise<void>
}

/** Looks at the account until it has what was paid for; false where it has not in good time. */
export async function activate(waits: readonly number[], { look, wait }: Ways): Promise<boolean> {
  for (const milliseconds of waits) {
    await wait(milliseconds)
    try {
      if ((await look()).accountType !== 'free') return true
    } catch {
      // Out of reach just now; the next look may be luckier.
    }
  }
  return false
}
