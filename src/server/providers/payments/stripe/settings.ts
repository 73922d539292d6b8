import { z } from 'zod'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  /** Signatures of any of them are accepted, so that a secret can be replaced. */
  webhookSecrets: string[]
  priceLookupKey: string
  /** Another address than Stripe's own, for tests. */
  apiBase: URL | null
  isTestMode: boolean
}

const matching = (pattern: RegExp, message: string) => z.string().trim().regex(pattern, message).optional()

/** The variables of the environment, as a part of the schema in `core/env.ts`. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: matching(
    /^(?:sk|rk)_(?:test|live)_\w+$/,
    'must start with sk_test_, sk_live_, rk_test_ or rk_live_',
  ),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_(?:test|live)_\w+$/, 'must start with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: matching(
    /^whsec_[\w+/=]+(?:\s*,\s*whsec_[\w+/=]+)*$/,
    'must start with whsec_ (two secrets are separated by a comma)',
  ),
  STRIPE_PRICE_LOOKUP_KEY: matching(
    /^[\w.:-]{1,200}$/,
    'must be the lookup key of a price: letters, digits and _ . : -',
  ),
  STRIPE_API_BASE: z
    .string()
    .trim()
    .refine(
      isAllowedBase,
      'must be an address that starts with https://, or with http:// on this machine (127.0.0.1, localhost)',
    )
    .optional(),
  STRIPE_ALLOW_TEST_KEYS: z.enum(['on', 'off'], { error: 'must be one of on, off' }).default('off'),
}

function isAllowedBase(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}

type Variables = z.output<z.ZodObject<typeof stripeVariables>>

/**
 * The settings, or null when no key is set.
 *
 * @param isPublic whether this is production or a public address, where test keys would give Premium away for test cards
 * @throws Error with a sentence that names the variables
 */
export function readStripeSettings(variables: Variables, isPublic: boolean): StripeSettings | null {
  const secretKey = variables.STRIPE_SECRET_KEY
  const publishableKey = variables.STRIPE_PUBLISHABLE_KEY
  const webhookSecret = variables.STRIPE_WEBHOOK_SECRET
  if (!secretKey && !publishableKey && !webhookSecret) return null
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new Error(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together, or none of them.',
    )
  }
  const isTestMode = secretKey.includes('_test_')
  if (isTestMode !== publishableKey.includes('_test_')) {
    throw new Error('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys, or both live keys.')
  }
  if (isTestMode && isPublic && variables.STRIPE_ALLOW_TEST_KEYS === 'off') {
    throw new Error(
      'STRIPE_SECRET_KEY is a test key, which would give Premium away for test cards. Use a live key, or set STRIPE_ALLOW_TEST_KEYS=on on a server that is only for testing.',
    )
  }
  return {
    secretKey,
    publishableKey,
    webhookSecrets: webhookSecret.split(',').map((secret) => secret.trim()),
    priceLookupKey: variables.STRIPE_PRICE_LOOKUP_KEY ?? 'premium_monthly_usd',
    apiBase: variables.STRIPE_API_BASE ? new URL(variables.STRIPE_API_BASE) : null,
    isTestMode,
  }
}
