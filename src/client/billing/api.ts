import { setSession } from '#client/accounts/session.ts'
import { getJson, sendJson } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'
import type { PaymentsResponse } from '#shared/billing.ts'
import type { CardEntry } from '#shared/card.ts'
import type { CustomerEntry } from '#shared/customer.ts'

export function askPayments(): Promise<PaymentsResponse> {
  return getJson('/api/payments')
}

/** Opens the subscription; the secret lets a browser make its first payment. */
export async function createSubscription({ plan, email, name }: CustomerEntry): Promise<string> {
  const body = { tier: plan, customerEmail: email.trim(), customerName: name.trim() }
  const { clientSecret } = await sendJson<{ clientSecret: string }>('POST', '/api/create-subscription', body)
  return clientSecret
}

export async function payInSandbox(clientSecret: string, card: CardEntry): Promise<void> {
  await sendJson('POST', '/api/sandbox/confirm-payment', { clientSecret, ...card })
}

/** Asks how the account stands now, and tells the house. */
export async function refreshUser(): Promise<User> {
  const { user } = await getJson<{ user: User }>('/api/auth/me')
  setSession({ status: 'signed-in', user })
  return user
}
