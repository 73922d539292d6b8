import { expect, test } from 'vitest'
import { EnvironmentError, readEnv } from './env.ts'

test('unset variables have their defaults', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    trustProxy: 'loopback',
    modelMaxReplyTokens: 600,
    passwordMin: 6,
    ageAssurance: 'attest',
    rateLimits: true,
    secure: false,
  })
})

test.each([
  ['MAX_CONTENT_RATNG', 'MAX_CONTENT_RATNG is not a setting. Did you mean MAX_CONTENT_RATING?'],
  ['MODEL_BASEURL', 'MODEL_BASEURL is not a setting. Did you mean MODEL_BASE_URL?'],
  ['STRIPE_SECRET', 'STRIPE_SECRET is not a setting. Did you mean STRIPE_SECRET_KEY?'],
  ['S3_BUCKETS', 'S3_BUCKETS is not a setting. Did you mean S3_BUCKET?'],
  ['MODERATION_URL', 'MODERATION_URL is not a setting. README.md lists the settings.'],
])('an unknown setting is refused: %s', (name, sentence) => {
  expect(() => readEnv({ [name]: 'x', PORT: '3000' })).toThrow(new EnvironmentError(sentence))
})

test('variables of other programs are accepted', () => {
  const others = ['PATH', 'IMAGE_TAG', 'REDIS_PORT', 'DATABASE_NAME', 'STRIPE_API_KEY', 'npm_config_cache']
  const ofKubernetes = ['MODEL_SERVICE_HOST', 'MODEL_SERVICE_PORT_HTTP', 'MODEL_PORT', 'MODEL_PORT_80_TCP_ADDR']
  const source = Object.fromEntries([...others, ...ofKubernetes].map((name) => [name, 'x']))
  expect(readEnv(source)).toEqual(readEnv({}))
})

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', MODEL_CONTEXT_TOKENS: '', OPENAI_API_KEY: '', RATE_LIMITS: '' })).toEqual(readEnv({}))
})

test.each([
  ['PORT', 'eighty', 'be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'be a whole number from 0 to 65535.'],
  ['MODEL_CONTEXT_TOKENS', '12.5', 'be a whole number from 1024 to 4000000.'],
  ['MODEL_FIRST_BYTE_SECONDS', '0', 'be a whole number from 1 to 3600.'],
  ['LOCAL_MODEL_FIRST_BYTE_SECONDS', 'x', 'be a whole number from 1 to 3600.'],
  ['PASSWORD_MIN', '4', 'be a whole number from 6 to 128.'],
  ['EVIDENCE_DAYS', '7', 'be a whole number from 30 to 3650.'],
  ['DATABASE_URL', 'mysql://localhost/x', 'be an address that starts with postgres:// or postgresql://.'],
  ['HF_ENDPOINT', 'mirror', 'be an address that starts with http:// or https://.'],
  ['PUBLIC_URL', 'example', 'be an address that starts with http:// or https://.'],
  [
    'TRUST_PROXY',
    'nginx',
    'be a number of proxies from 0 to 10, or addresses and networks separated by commas, such as 10.0.0.0/8 (also: loopback, private).',
  ],
  ['SECRET_KEY', 'too short', 'have at least 32 characters.'],
  ['CRISIS_RESOURCES', 'call somebody', 'be entries such as “Crisis line=988”, separated by semicolons.'],
  ['CLASSIFIER_BASE_URL', 'moderator', 'be an address that starts with http:// or https://.'],
  ['CLASSIFIER_TIMEOUT_MS', '1', 'be a whole number from 100 to 30000.'],
  ['CRISIS_FLAGS', 'maybe', 'be one of on, off.'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'start with sk_test_, sk_live_, rk_test_ or rk_live_.'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'start with pk_test_ or pk_live_.'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,secret', 'start with whsec_ (two secrets are separated by a comma).'],
  ['STRIPE_PRICE_LOOKUP_KEY', 'premium monthly', 'be the lookup key of a price: letters, digits and _ . : -.'],
  [
    'STRIPE_API_BASE',
    'http://stripe.example',
    'be an address that starts with https://, or with http:// on this machine (127.0.0.1, localhost).',
  ],
  ['STRIPE_ALLOW_TEST_KEYS', 'yes', 'be one of on, off.'],
  ['PICTURE_STORAGE', 'ftp', 'be one of folder, s3.'],
  ['S3_ENDPOINT', 'https://s3.example/bucket', 'be an address without a path that starts with https:// or http://.'],
  ['S3_BUCKET', 'My Bucket', 'be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens.'],
  [
    'S3_PREFIX',
    '/pictures',
    'have letters, digits, hyphens, underscores and slashes only, and not begin with a slash.',
  ],
  ['AGE_ASSURANCE', 'maybe', 'be one of none, attest.'],
])('%s=%s stops the start with a sentence that names it', (name, value, rule) => {
  expect(() => readEnv({ [name]: value })).toThrow(new EnvironmentError(`${name} must ${rule}`))
})

test('a reply must be smaller than the context, and an admin needs a password', () => {
  const withoutRoom = { MODEL_CONTEXT_TOKENS: '2048', MODEL_MAX_REPLY_TOKENS: '4096' }
  expect(() => readEnv(withoutRoom)).toThrow('MODEL_MAX_REPLY_TOKENS must be smaller')
  expect(() => readEnv({ ADMIN_USERNAME: 'root' })).toThrow('must be set together')
})

const stripe = (mode: string) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_51abc`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_51abc`,
  STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
})

test('the keys of Stripe belong together', () => {
  expect(readEnv({}).stripe).toBeNull()
  expect(readEnv(stripe('test')).stripe).toEqual({
    secretKey: 'sk_test_51abc',
    publishableKey: 'pk_test_51abc',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    priceLookupKey: 'premium_monthly_usd',
    apiBase: null,
    isTestMode: true,
  })
  for (const name of Object.keys(stripe('test'))) {
    expect(() => readEnv({ ...stripe('test'), [name]: '' })).toThrow('must be set together')
  }
  const mixed = { ...stripe('test'), STRIPE_SECRET_KEY: 'sk_live_51abc' }
  expect(() => readEnv(mixed)).toThrow('must both be test keys, or both live keys')
})

const s3 = { S3_BUCKET: 'troupe', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

test('the variables of a bucket belong together', () => {
  expect(readEnv({})).toMatchObject({ pictureStorage: 'folder', s3: null })
  const keys = { bucket: 'troupe', accessKeyId: 'key', secretAccessKey: 'secret' }
  const amazon = { endpoint: 'https://s3.eu-west-3.amazonaws.com', region: 'eu-west-3', prefix: '' }
  expect(readEnv({ ...s3, S3_REGION: 'eu-west-3' }).s3).toEqual({ ...keys, ...amazon })
  const own = { S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: 'pictures' }
  expect(readEnv({ ...s3, ...own }).s3).toMatchObject({ endpoint: 'http://minio:9000', prefix: 'pictures/' })
  for (const name of Object.keys(s3)) {
    expect(() => readEnv({ ...s3, [name]: '' })).toThrow(`${name} must be set too`)
  }
  expect(() => readEnv({ PICTURE_STORAGE: 's3' })).toThrow('S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
})

test.each([{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://troupe.example' }])(
  'with %o the test keys of Stripe stop the start, unless they are allowed',
  (env) => {
    expect(() => readEnv({ ...env, ...stripe('test') })).toThrow('would give Premium away for test cards')
    expect(readEnv({ ...env, ...stripe('test'), STRIPE_ALLOW_TEST_KEYS: 'on' }).stripe?.isTestMode).toBe(true)
    expect(readEnv({ ...env, ...stripe('live') }).stripe?.isTestMode).toBe(false)
  },
)

test('an https address turns on Secure cookies', () => {
  expect(readEnv({ PUBLIC_URL: 'https://troupe.example' }).secure).toBe(true)
})
