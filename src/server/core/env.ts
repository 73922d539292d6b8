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

/** An empty variable counts as unset, so that `FOO= npm start` switches a setting off. */
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())
const number = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error: message }).int(message).min(min, message).max(max, message)
}
const integer = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => (value === '' || value === undefined ? fallback : value), number(min, max))
const optionalInteger = (min: number, max: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), number(min, max).optional())
const secret = (min: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.string().trim().min(min, `must have at least ${min} characters`).optional(),
  )
const oneOf = <T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? fallback : value),
    z.enum(values, { error: `must be one of ${values.join(', ')}` }),
  )
const optionalOneOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional(),
  )
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

const Environment = z.object({
  PORT: integer(3000, 0, 65_535),
  HOST: z.preprocess((value) => value || '127.0.0.1', z.string()),
  PUBLIC_URL: address('http', 'https'),
  TRUST_PROXY: z.preprocess(
    (value) => value || 'loopback',
    z.string().refine((value) => parseTrustedProxies(value) !== null, trustProxyRule),
  ),
  DATA_DIR: z.preprocess((value) => value || './data', z.string()),
  DATABASE_URL: address('postgres', 'postgresql'),
  REDIS_URL: address('redis', 'rediss'),
  MODEL_BASE_URL: address('http', 'https'),
  MODEL_API_KEY: text,
  MODEL_NAME: text,
  LOCAL_MODELS: oneOf(['on', 'off'], 'on'),
  HF_ENDPOINT: address('http', 'https'),
  MODEL_CONTEXT_TOKENS: optionalInteger(1024, 4_000_000),
  MODEL_MAX_REPLY_TOKENS: integer(600, 16, 64_000),
  MODEL_FIRST_BYTE_SECONDS: optionalInteger(1, 3_600),
  LOCAL_MODEL_FIRST_BYTE_SECONDS: optionalInteger(1, 3_600),
  SECRET_KEY: secret(32),
  ADMIN_USERNAME: text,
  ADMIN_PASSWORD: text,
  // Those of `settingVariables` decide in place of the browser: without them, admins do.
  SITE_NAME: text.refine(
    (name) => name === undefined || SiteName.safeParse(name).success,
    `must be a name of ${settingLimits.siteName} characters or less`,
  ),
  REGISTRATION: optionalOneOf(registrations),
  FREE_DAILY_MESSAGES: optionalInteger(0, settingLimits.freeDailyMessages),
  MAX_ADDED_TEXT_MB: integer(300, 1, 1_000_000),
  PASSWORD_MIN: integer(6, 6, 128),
  BACKUP_KEEP: optionalInteger(0, 1_000),
  BACKUP_AT: z.preprocess(
    (value) => value || '03:00',
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'),
  ),
  PASSWORD_LOGIN: oneOf(['on', 'off'], 'on'),
  SMTP_URL: address('smtp', 'smtps'),
  MAIL_FROM: text,
  OIDC_ISSUER: address('http', 'https'),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text.refine((name) => name === undefined || name.length <= 40, 'must have at most 40 characters'),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: oneOf(['on', 'off'], 'off'),
  EVIDENCE_DAYS: integer(90, 30, 3_650),
  AGE_ASSURANCE: oneOf(['none', 'attest'], 'attest'),
  MAX_CONTENT_RATING: optionalOneOf(contentRatings),
  SAFETY_RULES_FILE: text,
  CLASSIFIER_BASE_URL: address('http', 'https'),
  CLASSIFIER_API_KEY: text,
  CLASSIFIER_MODEL: text,
  CLASSIFIER_TIMEOUT_MS: integer(2_000, 100, 30_000),
  CRISIS_RESOURCES: text.refine((value) => value === undefined || readResources(value) !== null, resourcesRule),
  CRISIS_FLAGS: oneOf(['on', 'off'], 'on'),
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  METRICS_PORT: optionalInteger(0, 65_535),
  METRICS_HOST: z.preprocess((value) => value || '127.0.0.1', z.string()),
  METRICS_TOKEN: secret(16),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https'),
  NODE_ENV: text,
  ...storageVariables,
  ...stripeVariables,
})

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
  const parsed = Environment.safeParse(source)
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
  if (raw.SMTP_URL !== undefined && raw.PUBLIC_URL === undefined) {
    throw new EnvironmentError('SMTP_URL needs PUBLIC_URL, for the links in mails.')
  }
  if (raw.PASSWORD_LOGIN === 'off' && oidc === null) {
    throw new EnvironmentError('PASSWORD_LOGIN=off needs OIDC_ISSUER: without it nobody could log in.')
  }
  const production = raw.NODE_ENV === 'production'
  const secure = raw.PUBLIC_URL?.startsWith('https:') ?? false
  return {
    port: raw.PORT,
    host: raw.HOST,
    publicUrl: raw.PUBLIC_URL,
    trustProxy: raw.TRUST_PROXY,
    dataDir: path.resolve(raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL,
    redisUrl: raw.REDIS_URL,
    modelBaseUrl: raw.MODEL_BASE_URL,
    modelApiKey: raw.MODEL_API_KEY,
    modelName: raw.MODEL_NAME,
    /** The API keys of hosted model services, by the service's id. */
    serviceKeys: Object.fromEntries(
      hostedServices.map(({ id, keyVariable }) => [id, text.parse(source[keyVariable])] as const),
    ),
    localModels: raw.LOCAL_MODELS === 'on',
    hfEndpoint: raw.HF_ENDPOINT?.replace(/\/+$/, ''),
    modelContextTokens: raw.MODEL_CONTEXT_TOKENS,
    modelMaxReplyTokens: raw.MODEL_MAX_REPLY_TOKENS,
    modelFirstByteSeconds: raw.MODEL_FIRST_BYTE_SECONDS,
    localModelFirstByteSeconds: raw.LOCAL_MODEL_FIRST_BYTE_SECONDS ?? raw.MODEL_FIRST_BYTE_SECONDS,
    secretKey: raw.SECRET_KEY,
    adminUsername: raw.ADMIN_USERNAME,
    adminPassword: raw.ADMIN_PASSWORD,
    siteName: raw.SITE_NAME,
    registration: raw.REGISTRATION,
    freeDailyMessages: raw.FREE_DAILY_MESSAGES,
    maxAddedTextMb: raw.MAX_ADDED_TEXT_MB,
    passwordMin: raw.PASSWORD_MIN,
    /** How many nightly backups are kept; 0: none is made. */
    backupKeep: raw.BACKUP_KEEP ?? (raw.DATABASE_URL === undefined ? 7 : 0),
    /** The time of the day, where the server is. */
    backupAt: { hours: Number(raw.BACKUP_AT.slice(0, 2)), minutes: Number(raw.BACKUP_AT.slice(3)) },
    passwordLogin: raw.PASSWORD_LOGIN === 'on',
    /** Null without a mail server. `page`: the page to which the links of mails lead. */
    mail:
      raw.SMTP_URL === undefined || raw.PUBLIC_URL === undefined
        ? null
        : {
            url: raw.SMTP_URL,
            from: raw.MAIL_FROM ?? `no-reply@${new URL(raw.PUBLIC_URL).hostname}`,
            page: new URL('/sign-in', raw.PUBLIC_URL).href,
          },
    /** Null without an OpenID provider. */
    oidc,
    webhooksToPrivate: raw.WEBHOOKS_TO_PRIVATE_ADDRESSES === 'on',
    evidenceDays: raw.EVIDENCE_DAYS,
    ageAssurance: raw.AGE_ASSURANCE,
    maxContentRating: raw.MAX_CONTENT_RATING,
    safetyRulesFile: raw.SAFETY_RULES_FILE,
    classifierBaseUrl: raw.CLASSIFIER_BASE_URL,
    classifierApiKey: raw.CLASSIFIER_API_KEY,
    classifierModel: raw.CLASSIFIER_MODEL ?? 'omni-moderation-latest',
    classifierTimeoutMs: raw.CLASSIFIER_TIMEOUT_MS,
    crisisResources: readResources(raw.CRISIS_RESOURCES ?? defaultResources) ?? [],
    crisisFlags: raw.CRISIS_FLAGS === 'on',
    rateLimits: raw.RATE_LIMITS === 'on',
    logLevel: raw.LOG_LEVEL,
    metricsPort: raw.METRICS_PORT,
    metricsHost: raw.METRICS_HOST,
    metricsToken: raw.METRICS_TOKEN,
    otlpEndpoint: raw.OTEL_EXPORTER_OTLP_ENDPOINT,
    production,
    /** https turns on Secure cookies and HSTS. */
    secure,
    imageStorage: raw.PICTURE_STORAGE,
    /** Null without a bucket. */
    s3: orEnvironmentError(() => readS3Settings(raw)),
    /** Null without keys. */
    stripe: orEnvironmentError(() => readStripeSettings(raw, production || secure)),
  }
}
