import { beforeEach, describe, expect, it } from 'vitest'
import { countRows } from '#server/db/rows.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { OidcResult } from '#shared/sign-in.ts'
import { startStrictOidc, type TokenChanges } from '#tests/support/strict-oidc.ts'
import { type ApiResponse, type Client, createSharedApp, shared } from '#tests/support/test-app.ts'

const clientSecret = 'a-client-secret-that-no-log-has'
const provider = shared(await startStrictOidc('troupe', clientSecret, 'http://troupe.test/sign-in'))
const app = await createSharedApp({
  env: {
    PUBLIC_URL: 'http://troupe.test',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'troupe',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Harbor',
  },
})

type Query = Record<string, string>
const minute = 60_000
const password = 'quiet-harbor'

/** The account that attackers want. It logs in as `victim` at the provider. */
const victim = await app.signUp('Victim')
let attacker: Client
let subjects = 0

async function begin(browser: Client): Promise<string> {
  return (await browser.post<{ url: string }>('/api/auth/oidc', { returnTo: '/discover' })).url
}

function finish(browser: Client, query: Query | string): Promise<ApiResponse<OidcResult & ErrorBody>> {
  const text = typeof query === 'string' ? query : `?${new URLSearchParams(query)}`
  return browser.request('POST', '/api/auth/oidc/callback', { query: text })
}

/** An honest login with a falsified answer or token. */
async function attempt({ answer, token }: { answer?: (query: Query) => Query | string; token?: TokenChanges }) {
  const query = provider.authorize(await begin(attacker), 'victim', token)
  return finish(attacker, answer ? answer(query) : query)
}

/** What opens the victim's account. */
const countWaysIn = async () => [
  await countRows(app.context.db, 'sessions', { user_id: victim.id }),
  await countRows(app.context.db, 'sign_in_methods', { user_id: victim.id }),
]

async function signUp(name: string): Promise<Client> {
  const browser = app.visitor()
  await browser.post('/api/auth/register', { username: name, password })
  return browser
}

async function newIdentity(subject = `new-${++subjects}`, claims = {}): Promise<OidcResult> {
  const query = provider.authorize(await begin(attacker), subject, { claims })
  return (await finish(attacker, query)).body
}

const linkStart = (browser: Client, given = password) =>
  browser.request<{ url: string } & ErrorBody>('POST', '/api/auth/methods/oidc', { password: given })
const registerWith = (identity: string, username = `guest-${++subjects}`) =>
  attacker.request<ErrorBody>('POST', '/api/auth/register', { username, identity })

// The victim links its login, honestly.
const victimBrowser = app.visitor()
victimBrowser.cookie = victim.cookie
const { body: started } = await linkStart(victimBrowser)
const linked = await finish(victimBrowser, provider.authorize(started.url, 'victim'))
expect(linked.body).toMatchObject({ isLinked: true, returnTo: '/settings/security', user: { username: 'Victim' } })

beforeEach(() => {
  attacker = app.visitor()
})

const notVerified = /could not be verified/
const notStarted = /not started in this browser/
const usedBefore = /used before or is too old/

type Attack = [name: string, act: () => Promise<ApiResponse<unknown>>, message: RegExp]

const answers: Attack[] = (
  [
    ['no state', ({ state: _, ...query }) => query, notVerified],
    ['an empty state', (query) => ({ ...query, state: '' }), notVerified],
    ['a wrong state', (query) => ({ ...query, state: 'x'.repeat(43) }), notVerified],
    ['the state twice', (query) => `?${new URLSearchParams(query)}&state=${query.state}`, notVerified],
    ['no code', ({ code: _, ...query }) => query, notVerified],
    ['the code twice', (query) => `?${new URLSearchParams(query)}&code=other`, notVerified],
    ['a code that the provider does not know', (query) => ({ ...query, code: 'guessed' }), usedBefore],
    ['the issuer of another provider (mix-up)', (query) => ({ ...query, iss: 'https://evil.example' }), notVerified],
    ['no issuer, although the provider promises it', ({ iss: _, ...query }) => query, notVerified],
    ['the issuer with a slash', (query) => ({ ...query, iss: `${query.iss}/` }), notVerified],
    ['a refusal', ({ state = '', iss = '' }) => ({ error: 'access_denied', state, iss }), /was cancelled/],
    ['a failure', ({ state = '', iss = '' }) => ({ error: 'server_error', state, iss }), notVerified],
    ['a refusal of another attempt', ({ iss = '' }) => ({ error: 'access_denied', state: 'other', iss }), notVerified],
    ['a token in place of a code', ({ state = '', iss = '' }) => ({ id_token: 'e30.e30.', state, iss }), notVerified],
    ['a signed response that was not asked for', (query) => ({ ...query, response: 'e30.e30.' }), notVerified],
    ['nothing', () => '', notVerified],
  ] satisfies [string, (query: Query) => Query | string, RegExp][]
).map(([name, answer, message]) => [`an answer with ${name}`, () => attempt({ answer }), message])

const later = Math.floor(Date.now() / 1000)
const tokens: Attack[] = (
  [
    ['no nonce', { claims: { nonce: undefined } }],
    ['a wrong nonce', { claims: { nonce: 'x'.repeat(43) } }],
    ['no signature (alg none)', { header: { alg: 'none' }, key: 'none' }],
    ['a signature of the client secret', { header: { alg: 'HS256' }, key: 'secret' }],
    ['a signature of the public key as secret', { header: { alg: 'HS256' }, key: 'public-key-as-secret' }],
    ['the key of nobody', { header: { kid: 'unknown' }, key: 'other' }],
    ['a known id of a key that is another one', { key: 'other' }],
    ['its own key in the header', { header: { kid: undefined, jwk: { kty: 'RSA' } }, key: 'other' }],
    ['changed content', { cut: (token) => token.replace(/\.(.)/, (_, letter) => `.${letter === 'f' ? 'e' : 'f'}`) }],
    ['a cut signature', { cut: (token) => token.slice(0, -20) }],
    ['an end that is over', { claims: { exp: later - 3600, iat: later - 7200 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a beginning in the future', { claims: { nbf: later + 3600 } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['several audiences without the authorized party', { claims: { aud: ['troupe', 'another-client'] } }],
    ['another authorized party', { claims: { aud: ['troupe', 'another-client'], azp: 'another-client' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is no text', { claims: { sub: ['victim'] } }],
    ['nothing', { cut: () => undefined }],
  ] satisfies [string, TokenChanges][]
).map(([name, token]) => [`a token with ${name}`, () => attempt({ token }), notVerified])

const others: Attack[] = [
  [
    'an answer that was used before',
    async () => {
      const query = provider.authorize(await begin(attacker), 'replayed')
      await finish(attacker, query)
      return finish(attacker, query)
    },
    notStarted,
  ],
  [
    'a kept cookie with a new code',
    async () => {
      const url = await begin(attacker)
      const kept = attacker.getCookie('oidc')
      await finish(attacker, provider.authorize(url, 'replayed'))
      attacker.setCookie('oidc', kept)
      return finish(attacker, provider.authorize(url, 'victim'))
    },
    notStarted,
  ],
  [
    'a used code in a new attempt',
    async () => {
      const used = provider.authorize(await begin(attacker), 'replayed')
      await finish(attacker, used)
      const { state = '', iss = '' } = provider.authorize(await begin(attacker), 'victim')
      return finish(attacker, { ...used, state, iss })
    },
    usedBefore,
  ],
  [
    'the code of another attempt, whose verifier differs',
    async () => {
      const stolen = provider.authorize(await begin(app.visitor()), 'victim')
      const own = provider.authorize(await begin(attacker), 'attacker')
      return finish(attacker, { ...own, code: stolen.code ?? '' })
    },
    usedBefore,
  ],
  [
    'an older attempt of the same browser',
    async () => {
      const older = provider.authorize(await begin(attacker), 'victim')
      await begin(attacker)
      return finish(attacker, older)
    },
    notVerified,
  ],
  [
    'an answer in a browser without an attempt (login CSRF)',
    async () => finish(app.visitor(), provider.authorize(await begin(attacker), 'attacker')),
    notStarted,
  ],
  [
    'an answer in a browser with its own attempt (login CSRF)',
    async () => {
      const other = app.visitor()
      await begin(other)
      return finish(other, provider.authorize(await begin(attacker), 'attacker'))
    },
    notVerified,
  ],
  ...(
    [
      ['changed', (cookie) => (cookie.startsWith('A') ? 'B' : 'A') + cookie.slice(1)],
      ['cut', (cookie) => cookie.slice(0, 40)],
      ['written by hand', () => Buffer.from('{"state":"x"}').toString('base64url')],
    ] satisfies [string, (cookie: string) => string][]
  ).map(
    ([name, change]): Attack => [
      `a cookie that was ${name}`,
      async () => {
        const query = provider.authorize(await begin(attacker), 'victim')
        attacker.setCookie('oidc', change(attacker.getCookie('oidc')))
        return finish(attacker, query)
      },
      notStarted,
    ],
  ),
  [
    'the sealed identity of another purpose as cookie',
    async () => {
      const { identity } = await newIdentity()
      attacker.setCookie('oidc', identity ?? '')
      return finish(attacker, provider.authorize(await begin(app.visitor()), 'victim'))
    },
    notStarted,
  ],
  [
    'an attempt of eleven minutes ago',
    async () => {
      const query = provider.authorize(await begin(attacker), 'victim')
      app.clock.advance(11 * minute)
      return finish(attacker, query)
    },
    notStarted,
  ],
  [
    'an attempt to link, finished by nobody (link CSRF)',
    async () => {
      const { body } = await linkStart(victimBrowser)
      const loggedOut = app.visitor()
      loggedOut.setCookie('oidc', victimBrowser.getCookie('oidc'))
      return finish(loggedOut, provider.authorize(body.url, 'attacker'))
    },
    /logged out or changed the account/,
  ],
  [
    'an attempt to link, finished in the session of another account (link CSRF)',
    async () => {
      const other = await signUp(`linker-${++subjects}`)
      const { body } = await linkStart(other)
      victimBrowser.setCookie('oidc', other.getCookie('oidc'))
      return finish(victimBrowser, provider.authorize(body.url, 'attacker'))
    },
    /logged out or changed the account/,
  ],
  [
    'an attempt to link with a wrong password',
    async () => linkStart(await signUp(`linker-${++subjects}`), 'guessed-password'),
    /not your current password/,
  ],
  [
    'a login that belongs to another account, linked',
    async () => {
      const other = await signUp(`linker-${++subjects}`)
      const { body } = await linkStart(other)
      return finish(other, provider.authorize(body.url, 'victim'))
    },
    /already belongs to another account/,
  ],
  [
    'the username of another account',
    async () => registerWith((await newIdentity()).identity ?? '', 'victim'),
    /taken/,
  ],
  ['a reserved username', async () => registerWith((await newIdentity()).identity ?? '', 'admin'), /reserved/],
  ['a forged identity', () => registerWith('forged'), /log in there again/],
  [
    'an identity that was used before',
    async () => {
      const { identity } = await newIdentity()
      await registerWith(identity ?? '')
      return registerWith(identity ?? '')
    },
    /log in there again/,
  ],
  [
    'an identity of sixteen minutes ago',
    async () => {
      const { identity } = await newIdentity()
      app.clock.advance(16 * minute)
      return registerWith(identity ?? '')
    },
    /log in there again/,
  ],
  [
    'the cookie of an attempt as an identity',
    async () => {
      await begin(attacker)
      return registerWith(attacker.getCookie('oidc'))
    },
    /log in there again/,
  ],
  ...['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)', ''].map(
    (returnTo): Attack => [
      `a login that returns to ${JSON.stringify(returnTo)}`,
      () => attacker.request('POST', '/api/auth/oidc', { returnTo }),
      /not a page of this site/,
    ],
  ),
]

describe('an attack on a login with OpenID Connect is refused in a sentence', () => {
  it.each<Attack>([...answers, ...tokens, ...others])('%s', async (_, act, message) => {
    const { status, body, headers } = (await act()) as ApiResponse<ErrorBody>
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.error).toMatch(message)
    expect(headers.getSetCookie().filter((cookie) => /sid=[^;]/.test(cookie))).toEqual([])
    expect(await countWaysIn()).toEqual([1, 1])
  })
})

it('never takes over an account by the name or the address of a login, verified or not', async () => {
  const claims = { preferred_username: 'Victim', email: 'victim@example.org', email_verified: false }
  for (const email_verified of [false, true]) {
    const result = await newIdentity(undefined, { ...claims, email_verified })
    expect(result).toMatchObject({
      user: null,
      isLinked: false,
      identity: expect.any(String),
      suggestedUsername: 'Victim',
    })
  }
  const methods = await victimBrowser.request<{ methods: unknown[] }>('GET', '/api/auth/methods')
  expect(methods.body.methods).toHaveLength(1)
})

it('says that the provider does not answer when it fails, and logs no secret', async () => {
  const { status, body } = await attempt({ token: { status: 500 } })
  expect([status, body.error]).toEqual([
    502,
    'Harbor does not answer at the moment. Please try again in a few minutes.',
  ])
  const log = app.logged()
  expect(log).toContain('a login with OpenID was refused')
  for (const secret of [clientSecret, ...provider.issued]) expect(log).not.toContain(secret)
})
