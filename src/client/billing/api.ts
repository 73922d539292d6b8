import { setSession } from '#client/accounts/session.ts'
import { getJson, sendJson } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'
import type { OwnSubscription, PaymentsResponse } from '#shared/billing.ts'
import type { CardEntry } from '#shared/payment-card.ts'
import type { CustomerFields } from './customer-fields.ts'

export function fetchPayments(): Promise<PaymentsResponse> {
  return getJson('/api/payments')
}

/** Creates the subscription. Returns the client secret for its first payment. */
export async function createSubscription({ plan, email, name }: CustomerFields): Promise<string> {
  const body = { tier: plan, customerEmail: email, customerName: name }
  const { clientSecret } = await sendJson<{ clientSecret: string }>('POST', '/api/create-subscription', body)
  return clientSecret
}

export async function payInSandbox(clientSecret: string, card: CardEntry): Promise<void> {
  await sendJson('POST', '/api/sandbox/confirm-payment', { clientSecret, ...card })
}

/** Fetches the account and updates the session. */
export async function refreshUser(): Promise<User> {
  const { user } = await getJson<{ user: User }>('/api/auth/me')
  setSession({ status: 'signed-in', user })
  return user
}

export async function replaceCardInSandbox(card: CardEntry): Promise<void> {
  await sendJson('POST', '/api/sandbox/card', card)
}

export interface OwnSubscriptionData {
  subscription: OwnSubscription | null
}

export const subscriptionKey = ['/api', 'subscription']
export const invoicesKey = ['/api', 'subscription', 'invoices']

export function changeSubscription(action: 'cancel' | 'resume'): Promise<OwnSubscriptionData> {
  return sendJson('POST', `/api/subscription/${action}`)
}

/** Opens the provider's page for cards and invoices. */
export async function openPortal(): Promise<void> {
  const { url } = await sendJson<{ url: string }>('POST', '/api/billing-portal')
  window.location.assign(url)
}
