import { setSession } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'
import type { CardEntry } from '#shared/payment-card.ts'
import type { CustomerFields } from './customer-fields.ts'

/** Creates the subscription. Returns the client secret for its first payment. */
export async function createSubscription({ plan, email, name }: CustomerFields): Promise<string> {
  const body = { tier: plan, customerEmail: email, customerName: name }
  return (await call('POST /api/create-subscription', { body })).clientSecret
}

export async function payInSandbox(clientSecret: string, card: CardEntry): Promise<void> {
  await call('POST /api/sandbox/confirm-payment', { body: { clientSecret, ...card } })
}

export async function refreshUser(): Promise<User> {
  const { user } = await call('GET /api/auth/me')
  setSession({ status: 'signed-in', user })
  return user
}

export async function replaceCardInSandbox(card: CardEntry): Promise<void> {
  await call('POST /api/sandbox/card', { body: card })
}

export async function openPortal(): Promise<void> {
  const { url } = await call('POST /api/billing-portal')
  window.location.assign(url)
}
