import { expect, test } from 'vitest'
import { EnvironmentError, readEnv } from './env.ts'

test('unset variables have their defaults', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    trustProxy: 'loopback',
    modelContextTokens: undefined,
    modelMaxReplyTokens: 600,
    freeDailyMessages: 50,
    passwordMin: 6,
    ageAssurance: 'attest',
    maxContentRating: 'explicit',
    rateLimits: true,
    secure: false,
  })
})

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', MODEL_CONTEXT_TOKENS: '', OPENAI_API_KEY: '', RATE_LIMITS: '' })).toEqual(readEnv({}))
})

test.each([
  ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
  ['MODEL_CONTEXT_TOKENS', '12.5', 'MODEL_CONTEXT_TOKENS must be a whole number from 1024 to 4000000.'],
  ['MODEL_FIRST_BYTE_SECONDS', '0', 'MODEL_FIRST_BYTE_SECONDS must be a whole number from 1 to 3600.'],
  ['PASSWORD_MIN', '4', 'PASSWORD_MIN must be a whole number from 6 to 128.'],
  ['EVIDENCE_DAYS', '7', 'EVIDENCE_DAYS must be a whole number from 30 to 3650.'],
  [
    'DATABASE_URL',
    'mysql://localhost/x',
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ],
  ['PUBLIC_URL', 'example', 'PUBLIC_URL must be an address that starts with http:// or https://.'],
  [
    'TRUST_PROXY',
    'nginx',
    'TRUST_PROXY must be a number of proxies from 0 to 10, or addresses and networks separated by commas, such as 10.0.0.0/8 (also: loopback, private).',
  ],
  ['SECRET_KEY', 'too short', 'SECRET_KEY must have at least 32 characters.'],
  [
    'CRISIS_RESOURCES',
    'call somebody',
    'CRISIS_RESOURCES must be entries such as “Crisis line=988”, separated by semicolons.',
  ],
  ['CLASSIFIER_BASE_URL', 'moderator', 'CLASSIFIER_BASE_URL must be an address that starts with http:// or https://.'],
  ['CLASSIFIER_TIMEOUT_MS', '1', 'CLASSIFIER_TIMEOUT_MS must be a whole number from 100 to 30000.'],
  ['CRISIS_FLAGS', 'maybe', 'CRISIS_FLAGS must be one of on, off.'],
  ['AGE_ASSURANCE', 'maybe', 'AGE_ASSURANCE must be one of none, attest.'],
])('%s=%s stops the start with a sentence that names it', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(new EnvironmentError(sentence))
})

test('a reply must be smaller than the context, and an admin needs a password', () => {
  const withoutRoom = { MODEL_CONTEXT_TOKENS: '2048', MODEL_MAX_REPLY_TOKENS: '4096' }
  expect(() => readEnv(withoutRoom)).toThrow('MODEL_MAX_REPLY_TOKENS must be smaller')
  expect(() => readEnv({ ADMIN_USERNAME: 'root' })).toThrow('must be set together')
})

test('an https address turns on Secure cookies', () => {
  expect(readEnv({ PUBLIC_URL: 'https://troupe.example' }).secure).toBe(true)
})
