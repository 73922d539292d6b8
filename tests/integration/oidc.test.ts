import { expect, it } from 'vitest'
import type { RecoveryCodes, Session } from '#shared/accounts.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { OidcResult, SignInMethods } from '#shared/sign-in.ts'
import { startRealOidc } from '#tests/support/real-oidc.ts'
import { type Client, createOwnApp, createSharedApp, shared } from '#tests/support/test-app.ts'

const provider = shared(await startRealOidc('http://troupe.test/sign-in'))
const oidcEnv = {
  PUBLIC_URL: 'http://troupe.test',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'troupe',
  OIDC_CLIENT_SECRET: 'secret-of-the-client',
  OIDC_NAME: 'Harbor',
}
const app = await createSharedApp({ env: oidcEnv })

const password = 'quiet-harbor'
const elevenMinutes = 11 * 60_000

async function logIn(browser: Client, name: string): Promise<OidcResult> {
  const { url } = await browser.post<{ url: string }>('/api/auth/oidc', { returnTo: '/discover?sort=new' })
  return browser.post('/api/auth/oidc/callback', { query: await provider.logIn(url, name) })
}

async function link(browser: Client, name: string, given = password): Promise<OidcResult> {
  const { url } = await browser.post<{ url: string }>('/api/auth/methods/oidc', { password: given })
  return browser.post('/api/auth/oidc/callback', { query: await provider.logIn(url, name) })
}

async function registerWith(name: string, username: string): Promise<Client> {
  const browser = app.visitor()
  const { identity } = await logIn(browser, name)
  await browser.post('/api/auth/register', { username, identity })
  return browser
}

const methodsOf = async (browser: Client) => (await browser.request<SignInMethods>('GET', '/api/auth/methods')).body

it('creates an account with a username for a login that is new, and knows it again after a restart', async () => {
  const browser = app.visitor()
  const first = await logIn(browser, 'ada')
  expect(first).toMatchObject({ user: null, returnTo: '/discover?sort=new', suggestedUsername: 'ada' })
  await app.signUp('taken')
  const taken = await browser.request('POST', '/api/auth/register', { username: 'Taken', identity: first.identity })
  expect(taken.status).toBe(409)
  await browser.post('/api/auth/register', { username: 'Ada of the harbor', identity: first.identity })
  expect(await methodsOf(browser)).toMatchObject({ hasPassword: false, methods: [{ kind: 'oidc', name: 'ada' }] })

  const later = app.visitor()
  const { url } = await later.post<{ url: string }>('/api/auth/oidc', { returnTo: '/' })
  await app.restart()
  const query = await provider.logIn(url, 'ada')
  const again = await later.post<OidcResult>('/api/auth/oidc/callback', { query })
  expect(again.user?.username).toBe('Ada of the harbor')
  expect((await methodsOf(later)).methods[0]?.lastUsedAt).toEqual(expect.any(Number))
})

it('has recovery codes, sessions, an archive and a deletion without a password, soon after a login', async () => {
  const browser = await registerWith('bea', 'bea')
  const guess = await app.visitor().request<ErrorBody>('POST', '/api/auth/login', { username: 'bea', password: 'x' })
  expect(guess.body.code).toBe('invalid_credentials')
  expect(await browser.request<Session[]>('GET', '/api/auth/sessions')).toMatchObject({ body: [{ current: true }] })
  app.clock.advance(elevenMinutes)
  const late = await browser.request<ErrorBody>('POST', '/api/auth/recovery-codes', { password: '' })
  expect([late.status, late.body.code]).toEqual([403, 'sign_in_again'])

  await logIn(browser, 'bea')
  const { codes } = await browser.post<RecoveryCodes>('/api/auth/recovery-codes', { password: '' })
  const recovery = { username: 'bea', code: codes[0], newPassword: 'another-harbor' }
  await app.visitor().post('/api/auth/recover', recovery)
  await app.visitor().post('/api/auth/login', { username: 'bea', password: 'another-harbor' })

  const other = await registerWith('cleo', 'cleo')
  await other.post('/api/auth/deletion', { password: '' })
  const restored = await logIn(other, 'cleo')
  expect(restored.user?.deletionScheduledAt).toEqual(expect.any(Number))
  await other.post('/api/auth/restore')
})

it('links and removes a login with the password, and never the last way to log in', async () => {
  const browser = app.visitor()
  await browser.post('/api/auth/register', { username: 'dora', password })
  expect(await link(browser, 'dora')).toMatchObject({ isLinked: true, user: { username: 'dora' } })
  const [method] = (await methodsOf(browser)).methods
  const remove = (body: object) => browser.request<ErrorBody>('DELETE', `/api/auth/methods/${method?.id}`, body)
  expect((await remove({ password: 'wrong-harbor' })).body.code).toBe('wrong_password')
  expect((await remove({ password })).status).toBe(204)
  expect((await logIn(app.visitor(), 'dora')).user).toBeNull()

  const alone = await registerWith('eve', 'eve')
  const [last] = (await methodsOf(alone)).methods
  const refused = await alone.request<ErrorBody>('DELETE', `/api/auth/methods/${last?.id}`, { password: '' })
  expect([refused.status, refused.body.code]).toEqual([409, 'last_sign_in_method'])
  await alone.post('/api/auth/password', { currentPassword: '', newPassword: password })
  expect((await methodsOf(alone)).hasPassword).toBe(true)
  expect((await alone.request('DELETE', `/api/auth/methods/${last?.id}`, { password })).status).toBe(204)
})

it('goes on with passwords while the provider is down', async () => {
  const own = await createOwnApp({ env: { ...oidcEnv, OIDC_ISSUER: 'http://127.0.0.1:9' } })
  const browser = own.visitor()
  const down = await browser.request<ErrorBody>('POST', '/api/auth/oidc', { returnTo: '/' })
  expect([down.status, down.body.error]).toEqual([
    502,
    'Harbor does not answer at the moment. Please try again in a few minutes.',
  ])
  await browser.post('/api/auth/register', { username: 'fay', password })
})

it('refuses passwords where the operator has switched them off, and who may not sign up', async () => {
  const own = await createOwnApp({ env: { ...oidcEnv, PASSWORD_LOGIN: 'off', REGISTRATION: 'closed' } })
  const browser = own.visitor()
  expect(await browser.request('GET', '/api/site')).toMatchObject({ body: { passwords: false, provider: 'Harbor' } })
  for (const path of ['register', 'login', 'recover']) {
    const body = { username: 'gus', password, code: 'x', newPassword: password }
    const { status, body: error } = await browser.request<ErrorBody>('POST', `/api/auth/${path}`, body)
    expect([status, error.code]).toEqual([403, 'password_login_off'])
  }
  const { identity } = await logIn(browser, 'gus')
  const closed = await browser.request<ErrorBody>('POST', '/api/auth/register', { username: 'gus', identity })
  expect([closed.status, closed.body.code]).toEqual([403, 'registration_closed'])
})
