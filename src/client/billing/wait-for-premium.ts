import type { User } from '#shared/accounts.ts'

/**
 * The delays before each request for the account, in milliseconds. The server asks the payment service about an account at
 * most once in five seconds, so the last request must come after that.
 */
export const pollDelays: readonly number[] = [0, 1_000, 2_000, 2_500]

interface Dependencies {
  fetchUser: () => Promise<User>
  wait: (milliseconds: number) => Promise<void>
}

/** Polls the account until it is Premium. Returns false if it is still free after the last delay. */
export async function waitForPremium(delays: readonly number[], { fetchUser, wait }: Dependencies): Promise<boolean> {
  for (const milliseconds of delays) {
    await wait(milliseconds)
    try {
      if ((await fetchUser()).accountType !== 'free') return true
    } catch {
      // The next request may succeed.
    }
  }
  return false
}
