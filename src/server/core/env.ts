import path from 'node:path'
import { z } from 'zod'
import { hostedServices } from '#server/providers/models/services.ts'
import { readStripeSettings, stripeVariables } from '#server/providers/payments/stripe/settings.ts'
import { readS3Settings, storageVariables } from '#server/providers/storage/settings.ts'
import { contentRatings } from '#shared/entitlements.ts'
import type { HelpResource } from '#shared/safety.ts'
import { SiteName, settingLimits } from '#shared/settings.ts'
import { registrations } from '#shared/site.ts'
import { parseTrustedProxies, trustProxyRule } from './trusted-proxies.ts'
import { describeUnknownSettings } from './unknown-settings.ts'

const text = z.string().trim().optional()
const integer = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error: message }).int(message).min(min, message).max(max, message)
}
const oneOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
const onOff = (fallback: 'on' | 'off') =>
  oneOf(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on')
const address = (...schemes: string[]) =>
  text.refine(
    (value) => value === undefined || (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1))),
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )

const resourcesRule = 'must be entries such as “Crisis line=988”, separated by semicolons'
const defaultResources =
  'Emergency services where you are=112, 911 or 999;Helplines in your country=https://findahelpline.com'

/** People to talk to in a crisis: `name=contact`, separated by semicolons. Null for anything else. */
function readResources(value: string): HelpResource[] | null {
  const entries = value.split(';').map((entry) => /^([^=]{1,80})=(.{1,200})$/.exec(entry.trim()))
  if (entries.some((entry) => entry === null)) return null
  return entries.map((entry) => ({ name: entry?.[1]?.trim() ?? '', contact: entry?.[2]?.trim() ?? '' }))
}

export const Environment = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address('http', 'https'),
  TRUST_PROXY: z
    .string()
    .refine((value) => parseTrustedProxies(value) !== null, trustProxyRule)
    .default('loopback'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => path.resolve(folder)),
  DATABASE_URL: address('postgres', 'postgresql'),
  REDIS_URL: address('redis', 'rediss'),
  MODEL_BASE_URL: address('http', 'https'),
  MODEL_API_KEY: text,
  MODEL_NAME: text,
  LOCAL_MODELS: onOff('on'),
  HF_ENDPOINT: address('http', 'https').transform((value) => value?.replace(/\/+$/, '')),
  MODEL_CONTEXT_TOKENS: integer(1024, 4_000_000).optional(),
  MODEL_MAX_REPLY_TOKENS: integer(16, 64_000).default(600),
  MODEL_FIRST_BYTE_SECONDS: integer(1, 3_600).optional(),
  LOCAL_MODEL_FIRST_BYTE_SECONDS: integer(1, 3_600).optional(),
  SECRET_KEY: z.string().trim().min(32, 'must have at least 32 characters').optional(),
  ADMIN_USERNAME: text,
  ADMIN_PASSWORD: text,
  // Those of `settingVariables` decide in place of the browser: without them, admins do.
  SITE_NAME: text.refine(
    (name) => name === undefined || SiteName.safeParse(name).success,
    `must be a name of ${settingLimits.siteName} characters or less`,
  ),
  REGISTRATION: oneOf(registrations).optional(),
  FREE_DAILY_MESSAGES: integer(0, settingLimits.freeDailyMessages).optional(),
  PASSWORD_MIN: integer(6, 128).default(6),
  /** How many nightly backups are kept; 0: none is made. By default 7 of SQLite. */
  BACKUP_KEEP: integer(0, 1_000).optional(),
  /** The time of the day, where the server is. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59')
    .default('03:00')
    .transform((time) => ({ hours: Number(time.slice(0, 2)), minutes: Number(time.slice(3)) })),
  PASSWORD_LOGIN: onOff('on'),
  SMTP_URL: address('smtp', 'smtps'),
  MAIL_FROM: text,
  OIDC_ISSUER: address('http', 'https'),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text.refine((name) => name === undefined || name.length <= 40, 'must have at most 40 characters'),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: onOff('off'),
  EVIDENCE_DAYS: integer(30, 3_650).default(90),
  AGE_ASSURANCE: oneOf(['none', 'attest']).default('attest'),
  MAX_CONTENT_RATING: oneOf(contentRatings).optional(),
  SAFETY_RULES_FILE: text,
  CLASSIFIER_BASE_URL: address('http', 'https'),
  CLASSIFIER_API_KEY: text,
  CLASSIFIER_MODEL: z.string().trim().default('omni-moderation-latest'),
  CLASSIFIER_TIMEOUT_MS: integer(100, 30_000).default(2_000),
  CRISIS_RESOURCES: z
    .string()
    .trim()
    .refine((value) => readResources(value) !== null, resourcesRule)
    .default(defaultResources)
    .transform((value) => readResources(value) ?? []),
  CRISIS_FLAGS: onOff('on'),
  RATE_LIMITS: onOff('on'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https'),
  NODE_ENV: text,
  ...storageVariables,
  ...stripeVariables,
})

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>

/** `DATA_DIR` becomes `dataDir`. */
function toCamelCase<Raw extends object>(raw: Raw) {
  const named = Object.entries(raw).map(([name, value]) => [
    name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as { [Name in keyof Raw & string as CamelCase<Name>]: Raw[Name] }
}

export type Env = ReturnType<typeof readEnv>

/** Its message names the variable and says what it must be. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

function orEnvironmentError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new EnvironmentError((error as Error).message)
  }
}

export interface OidcSettings {
  issuer: string
  clientId: string
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined
  /** As the button "Continue with …" says it. */
  name: string
  /** The address at this site to which the provider sends browsers back. */
  redirectUri: string
}

function readOidcSettings(raw: z.output<typeof Environment>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: publicUrl } = raw
  if (issuer === undefined && clientId === undefined) return null
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) {
    throw new EnvironmentError('Signing in with OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID and PUBLIC_URL.')
  }
  const name = raw.OIDC_NAME ?? new URL(issuer).hostname
  return { issuer, clientId, clientSecret, name, redirectUri: new URL('/sign-in', publicUrl).href }
}

/** Reads the environment. Throws an `EnvironmentError` with one sentence for each invalid or unknown variable. */
export function readEnv(source: Record<string, string | undefined>) {
  // An empty variable counts as unset, so that `FOO= npm start` switches a setting off.
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  const known = [...Object.keys(Environment.shape), ...hostedServices.map(({ keyVariable }) => keyVariable)]
  const invalid = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  const sentences = [...invalid, ...describeUnknownSettings(source, known)]
  if (!parsed.success || sentences.length > 0) throw new EnvironmentError(sentences.join('\n'))
  const raw = parsed.data
  if (raw.MODEL_MAX_REPLY_TOKENS >= (raw.MODEL_CONTEXT_TOKENS ?? Number.POSITIVE_INFINITY)) {
    throw new EnvironmentError('MODEL_MAX_REPLY_TOKENS must be smaller than MODEL_CONTEXT_TOKENS.')
  }
  if ((raw.ADMIN_USERNAME === undefined) !== (raw.ADMIN_PASSWORD === undefined)) {
    throw new EnvironmentError('ADMIN_USERNAME and ADMIN_PASSWORD must be set together, or neither.')
  }
  const oidc = readOidcSettings(raw)
  const { SMTP_URL: url, PUBLIC_URL: publicUrl } = raw
  if (url !== undefined && publicUrl === undefined) {
    throw new EnvironmentError('SMTP_URL needs PUBLIC_URL, for the links in mails.')
  }
  if (!raw.PASSWORD_LOGIN && oidc === null) {
    throw new EnvironmentError('PASSWORD_LOGIN=off needs OIDC_ISSUER: without it nobody could log in.')
  }
  const production = raw.NODE_ENV === 'production'
  const secure = publicUrl?.startsWith('https:') ?? false
  return {
    ...toCamelCase(raw),
    /** The API keys of hosted model services, by the service's id. */
    serviceKeys: Object.fromEntries(
      hostedServices.map(({ id, keyVariable }) => [id, source[keyVariable]?.trim() || undefined] as const),
    ),
    localModelFirstByteSeconds: raw.LOCAL_MODEL_FIRST_BYTE_SECONDS ?? raw.MODEL_FIRST_BYTE_SECONDS,
    backupKeep: raw.BACKUP_KEEP ?? (raw.DATABASE_URL === undefined ? 7 : 0),
    /** Null without a mail server. `page`: the page to which the links of mails lead. */
    mail:
      url === undefined || publicUrl === undefined
        ? null
        : {
            url,
            from: raw.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
            page: new URL('/sign-in', publicUrl).href,
          },
    /** Null without an OpenID provider. */
    oidc,
    production,
    /** https turns on Secure cookies and HSTS. */
    secure,
    /** Null without a bucket. */
    s3: orEnvironmentError(() => readS3Settings(raw)),
    /** Null without keys. */
    stripe: orEnvironmentError(() => readStripeSettings(raw, production || secure)),
  }
}
