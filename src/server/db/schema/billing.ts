export interface BillingTables {
  subscriptions: SubscriptionsTable
  payment_customers: PaymentCustomersTable
  payment_events: PaymentEventsTable
  sandbox_customers: SandboxCustomersTable
  sandbox_subscriptions: SandboxSubscriptionsTable
}

export interface SubscriptionsTable {
  id: string
  user_id: string
  /** The payment provider's name: 'sandbox' or 'stripe'. */
  provider: string
  /** The provider's id; null until the provider has created the subscription. */
  provider_subscription_id: string | null
  /** The provider's last known status. An account has at most one that is incomplete, active, trialing or past_due. */
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  /** When the provider renews it, and when it ends because it was cancelled, as last known. */
  current_period_end: number | null
  cancels_at: number | null
  /** Incremented with each report of the provider that was saved, for optimistic locking. */
  version: number
  /** When the provider was last asked for the status. */
  checked_at: number
  created_at: number
  updated_at: number
}

/** The id of an account at a payment provider. */
export interface PaymentCustomersTable {
  user_id: string
  provider: string
  customer_id: string
}

/** The state of the sandbox provider, which a real provider stores itself. */
export interface SandboxCustomersTable {
  id: string
  idempotency_key: string
  user_id: string
  email: string
  name: string
}

export interface SandboxSubscriptionsTable {
  id: string
  idempotency_key: string
  customer_id: string
  client_secret: string
  /** Active once it was paid for; its later states follow from the times. */
  status: 'incomplete' | 'active'
  /** Null for subscriptions that were paid before this was recorded: the time of creation counts. */
  paid_at: number | null
  /** The end of a cancelled subscription; it may be in the future. */
  cancels_at: number | null
  /** Since when its card is declined at renewals. */
  card_fails_from: number | null
  created_at: number
}

/** Webhooks of the payment provider. One without `processed_at` has a job. */
export interface PaymentEventsTable {
  /** The provider's id. The second of two deliveries of the same event is not stored. */
  id: string
  provider: string
  type: string
  subscription_id: string | null
  charge_id: string | null
  received_at: number
  processed_at: number | null
}
