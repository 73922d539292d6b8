import { beforeAll, expect, it } from 'vitest'
import type { RecoveryCodes } from '#shared/accounts.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { PasskeyChallenge, SignInMethods } from '#shared/sign-in.ts'
import { SoftwarePasskey } from '#tests/support/software-passkey.ts'
import { type ApiResponse, type Client, createOwnApp, createSharedApp } from '#tests/support/test-app.ts'

const origin = 'https://troupe.example'
const app = await createSharedApp({ env: { PUBLIC_URL: origin } })

const password = 'quiet-harbor'
type Answer = (options: Record<string, unknown>) => Record<string, unknown>
type Result = ApiResponse<ErrorBody & { user?: { username: string } }>

async function add(client: Client, answer: Answer): Promise<ApiResponse<ErrorBody>> {
  const { options, token } = await client.post<PasskeyChallenge>('/api/auth/passkeys/options', { password })
  return client.request('POST', '/api/auth/passkeys', { token, response: answer(options) })
}

async function logIn(answer: Answer, client = app.visitor()): Promise<Result> {
  const { options, token } = await client.post<PasskeyChallenge>('/api/auth/passkey/options')
  return client.request('POST', '/api/auth/passkey', { token, response: answer(options) })
}

const logInWithPassword = (username: string) =>
  app.visitor().request<ErrorBody>('POST', '/api/auth/login', { username, password })
const methodsOf = (client: Client) => client.get<SignInMethods>('/api/auth/methods')

const passkey = new SoftwarePasskey(origin)
const owner = await app.signUp('Owner')
beforeAll(async () => {
  expect((await add(owner, (options) => passkey.register(options))).status).toBe(204)
})

it('logs in with a passkey, several of which an account can have', async () => {
  const other = new SoftwarePasskey(origin)
  expect((await add(owner, (options) => other.register(options))).status).toBe(204)
  for (const key of [passkey, other]) {
    const { status, body } = await logIn((options) => key.logIn(options))
    expect([status, body.user?.username]).toEqual([200, 'Owner'])
  }
  const { methods } = await methodsOf(owner)
  expect(methods.map(({ kind, name, lastUsedAt }) => [kind, name, typeof lastUsedAt])).toEqual([
    ['passkey', 'node', 'number'],
    ['passkey', 'node', 'number'],
  ])
  const id = methods[1]?.id
  const rename = (client: Client, name: string) =>
    client.request<ErrorBody>('PATCH', `/api/auth/passkeys/${id}`, { name })
  expect((await rename(owner, ' \n')).body.fields).toEqual({ name: 'A passkey needs a name' })
  expect((await rename(await app.signUp(), 'Mine')).status).toBe(404)
  expect((await rename(owner, ' The  kitchen\nlaptop ')).status).toBe(204)
  expect((await methodsOf(owner)).methods.map(({ name }) => name)).toEqual(['node', 'The kitchen laptop'])
  expect((await owner.request('DELETE', `/api/auth/methods/${id}`, { password })).status).toBe(204)
  expect((await logIn((options) => other.logIn(options))).body.error).toMatch(/No account here has this passkey/)
})

const stranger = new SoftwarePasskey(origin)
const counting = new SoftwarePasskey(origin)
const refused = /could not be checked|longer than five minutes|No account here|in use already/

it.each<[string, () => Promise<ApiResponse<ErrorBody>>]>([
  ['of another site', () => logIn((options) => passkey.logIn(options, { origin: 'https://evil.example' }))],
  ['for another site', () => logIn((options) => passkey.logIn(options, { rpId: 'evil.example' }))],
  [
    'of a page of another scheme',
    () => logIn((options) => passkey.logIn(options, { origin: 'http://troupe.example' })),
  ],
  ['to another challenge', () => logIn((options) => passkey.logIn(options, { challenge: 'AAAA' }))],
  ['for a registration', () => logIn((options) => passkey.logIn(options, { type: 'webauthn.create' }))],
  ['without the user being verified', () => logIn((options) => passkey.logIn(options, { flags: 0x01 }))],
  ['without the user being present', () => logIn((options) => passkey.logIn(options, { flags: 0x04 }))],
  ['of an unknown passkey', () => logIn((options) => stranger.logIn(options))],
  [
    'in the name of another one',
    () => logIn((options) => ({ ...stranger.logIn(options), id: passkey.id, rawId: passkey.id })),
  ],
  ['that is no credential', () => logIn(() => ({ id: passkey.id, response: { signature: 7 } }))],
  [
    'that was sent before',
    async () => {
      const visitor = app.visitor()
      const { options, token } = await visitor.post<PasskeyChallenge>('/api/auth/passkey/options')
      const body = { token, response: passkey.logIn(options) }
      expect((await visitor.request('POST', '/api/auth/passkey', body)).status).toBe(200)
      return app.visitor().request('POST', '/api/auth/passkey', body)
    },
  ],
  [
    'with a forged challenge',
    () => app.visitor().request('POST', '/api/auth/passkey', { token: 'forged', response: passkey.logIn({}) }),
  ],
  [
    'six minutes later',
    () =>
      logIn((options) => {
        app.clock.advance(6 * 60_000)
        return passkey.logIn(options)
      }),
  ],
  [
    'with the counter of a copy',
    async () => {
      counting.counter = 7
      await add(owner, (options) => counting.register(options))
      expect((await logIn((options) => counting.logIn(options, { counter: 9 }))).status).toBe(200)
      return logIn((options) => counting.logIn(options, { counter: 8 }))
    },
  ],
  [
    'of another account, to be added',
    async () => {
      const { options, token } = await owner.post<PasskeyChallenge>('/api/auth/passkeys/options', { password })
      const thief = await app.signUp()
      return thief.request('POST', '/api/auth/passkeys', {
        token,
        response: new SoftwarePasskey(origin).register(options),
      })
    },
  ],
  ['of a passkey in use, to be added', async () => add(await app.signUp(), (options) => passkey.register(options))],
  [
    'of another site, to be added',
    () => add(owner, (options) => stranger.register(options, { origin: 'https://evil.example' })),
  ],
])('refuses an answer %s', async (_, act) => {
  const { status, body, headers } = await act()
  expect([status, body.code]).toEqual([400, 'sign_in_failed'])
  expect(body.error).toMatch(refused)
  expect(headers.getSetCookie()).toEqual([])
})

it('asks for a passkey after the password where the account wants it, until a recovery code is used', async () => {
  const client = await app.signUp('Careful')
  const enable = () => client.request<ErrorBody>('PUT', '/api/auth/second-factor', { enabled: true, password })
  expect((await enable()).body.error).toBe('Please add a passkey first.')
  const own = new SoftwarePasskey(origin)
  await add(client, (options) => own.register(options))
  const { codes } = await client.post<RecoveryCodes>('/api/auth/recovery-codes', { password })
  expect((await enable()).status).toBe(204)
  const { status, body } = await logInWithPassword('Careful')
  expect([status, body.code]).toEqual([401, 'passkey_required'])
  expect((await logIn((options) => own.logIn(options))).status).toBe(200)
  const recovery = { username: 'Careful', code: codes[0], newPassword: password }
  await app.visitor().post('/api/auth/recover', recovery)
  expect((await logInWithPassword('Careful')).status).toBe(200)
})

it('says what passkeys need where the site has only an address of numbers', async () => {
  const own = await createOwnApp({ env: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  const { body } = await own.visitor().request<ErrorBody>('POST', '/api/auth/passkey/options')
  expect(body.error).toBe('Passkeys need a site with a name: PUBLIC_URL has an address of numbers.')
})
