import { beforeEach, expect, it } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { SoftwarePasskey } from '#tests/support/software-passkey.ts'
import { type Client, createOwnApp, createSharedApp, shared } from '#tests/support/test-app.ts'

const server = shared(await startMailServer())
const env = { PUBLIC_URL: 'https://troupe.example', SMTP_URL: server.url }
const app = await createSharedApp({ env })
beforeEach(async () => {
  await sendMails()
  server.mails.length = 0
})

const password = 'quiet-harbor'
const minute = 60_000

/** Sends what is queued. */
async function sendMails(): Promise<void> {
  await app.mailQueue.claim()
  await app.mailQueue.idle()
}

const subjectOf = ({ raw }: { raw: string }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]
const tokenOf = (type: string) =>
  new RegExp(`https://troupe\\.example/sign-in#${type}=([\\w-]+)`).exec(server.mails.at(-1)?.raw ?? '')?.[1] ?? ''

async function confirmEmail(client: Client, email: string): Promise<void> {
  expect((await client.request('PUT', '/api/auth/email', { email, password })).status).toBe(204)
  await sendMails()
  const body = { token: tokenOf('confirm') }
  expect((await app.visitor().request('POST', '/api/auth/email/confirm', body)).status).toBe(204)
}

const askForLink = (account: string) => app.visitor().request('POST', '/api/auth/reset/request', { account })

/** Asks for a link, and waits for its mail: the answer comes before it is queued. */
async function requestReset(account: string) {
  const before = server.mails.length
  const response = await askForLink(account)
  await expect.poll(async () => sendMails().then(() => server.mails.length)).toBe(before + 1)
  return response
}

const reset = (token: string, newPassword = 'found-harbor') =>
  app.visitor().request<ErrorBody>('POST', '/api/auth/reset', { token, newPassword })
const logIn = async (username: string, given: string) =>
  (await app.visitor().request('POST', '/api/auth/login', { username, password: given })).status

it('sets a new password with a link that works once, for 30 minutes', async () => {
  const client = await app.signUp('Reader <b>')
  await confirmEmail(client, 'Reader@Example.org')
  expect(await client.get('/api/auth/email')).toEqual({ email: 'reader@example.org' })
  for (const account of ['reader <B>', 'READER@example.org']) {
    server.mails.length = 0
    expect((await requestReset(account)).status).toBe(204)
    expect(server.mails.map((mail) => [mail.to, subjectOf(mail)])).toEqual([
      ['reader@example.org', 'Set a new password'],
    ])
  }
  const [mail] = server.mails
  expect(mail?.raw).toContain('Hello Reader <b>,')
  expect(mail?.raw).toMatch(/<p>Hello Reader &(?:lt|#60);b/)
  const token = tokenOf('reset')
  expect((await reset(token, 'short')).status).toBe(400)
  expect((await reset(token)).status).toBe(200)
  expect([await logIn('Reader <b>', password), await logIn('Reader <b>', 'found-harbor')]).toEqual([401, 200])
  expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
  await sendMails()
  expect(server.mails.map(subjectOf).at(-1)).toBe('Your password was changed')

  const again = await reset(token, 'third-harbor')
  expect([again.status, again.body.error]).toEqual([
    400,
    expect.stringMatching(/used before or is older than 30 minutes/),
  ])
  await requestReset('Reader <b>')
  const late = tokenOf('reset')
  app.clock.advance(31 * minute)
  expect((await reset(late)).status).toBe(400)
})

it('ends a link with a change of the password, and with a link that was used', async () => {
  const client = await app.signUp('Twice')
  await confirmEmail(client, 'twice@example.org')
  await requestReset('Twice')
  const first = tokenOf('reset')
  await requestReset('Twice')
  expect((await reset(tokenOf('reset'))).status).toBe(200)
  expect((await reset(first, 'third-harbor')).status).toBe(400)
  expect((await reset('forged')).status).toBe(400)
  const confirmToken = app.visitor().request('POST', '/api/auth/email/confirm', { token: first })
  expect((await confirmToken).status).toBe(400)
})

it('answers the same for an account without an address and for none, and sends nothing', async () => {
  await app.signUp('No address')
  const answers = [await askForLink('No address'), await askForLink('Nobody'), await askForLink('a@example.org')]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [204, null]))
  await requestReset('Twice')
  expect(server.mails.map(({ to }) => to)).toEqual(['twice@example.org'])
})

it('does not let a link pass by the passkey that an account asks for', async () => {
  const client = await app.signUp('Careful')
  await confirmEmail(client, 'careful@example.org')
  const passkey = new SoftwarePasskey('https://troupe.example')
  const begun = await client.post<{ options: Record<string, unknown>; token: string }>('/api/auth/passkeys/options', {
    password,
  })
  await client.post('/api/auth/passkeys', { token: begun.token, response: passkey.register(begun.options) })
  await client.put('/api/auth/second-factor', { enabled: true, password })
  await sendMails()
  expect(server.mails.map(subjectOf).at(-1)).toBe('A new way to log in was added')
  await requestReset('Careful')
  const { status, body, headers } = await reset(tokenOf('reset'))
  expect([status, body.code, headers.getSetCookie()]).toEqual([401, 'passkey_required', []])
})

it('tells the old address of a new one, and takes plain addresses only', async () => {
  const client = await app.signUp('Mover')
  await confirmEmail(client, 'old@example.org')
  await confirmEmail(client, 'new@example.org')
  await sendMails()
  expect(server.mails.map((mail) => [mail.to, subjectOf(mail)])).toEqual([
    ['old@example.org', 'Confirm your email address'],
    ['new@example.org', 'Confirm your email address'],
    ['old@example.org', 'Your email address was changed'],
  ])
  for (const email of ['a@b.org\r\nBcc: x@y.org', 'a@b.org, x@y.org', '"A" <a@b.org>', 'a', '@b.org']) {
    expect((await client.request('PUT', '/api/auth/email', { email, password })).status, email).toBe(400)
  }
  const wrong = await client.request<ErrorBody>('PUT', '/api/auth/email', { email: null, password: 'guessed-harbor' })
  expect(wrong.body.code).toBe('wrong_password')
})

it('sends a mail again after a failure, and logs no address and no link', async () => {
  const client = await app.signUp('Patient')
  server.state.refuse = true
  await client.request('PUT', '/api/auth/email', { email: 'patient@example.org', password })
  await sendMails()
  expect(server.mails).toEqual([])
  app.clock.advance(minute)
  await sendMails()
  expect(server.mails).toHaveLength(1)
  const log = app.logged()
  expect(log).toContain('the mail server refused a mail')
  expect(log).not.toMatch(/patient@|#confirm=|#reset=/)
})

it('has none of it without a mail server', async () => {
  const own = await createOwnApp()
  const client = await own.signUp()
  expect((await client.request('PUT', '/api/auth/email', { email: 'a@example.org', password })).status).toBe(404)
  expect((await client.request('POST', '/api/auth/reset/request', { account: 'x' })).status).toBe(404)
  expect(await client.get('/api/site')).toMatchObject({ mail: false })
})

it('limits the mails of a visitor and of an account', async () => {
  const own = await createOwnApp({ env: { ...env, RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    statuses.push((await own.visitor().request('POST', '/api/auth/reset/request', { account: `name ${index}` })).status)
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
})
