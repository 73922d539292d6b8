import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { alertLimits } from '#shared/alerts.ts'
import { AlertSocket, requestToken } from '#tests/support/alert-socket.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp, type StreamReader } from '#tests/support/test-app.ts'

const opened: AlertSocket[] = []

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'Mora')
const author = await app.signUp('author')
const reader = await app.signUp('reader')
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

const closeAfterTest = (socket: AlertSocket) => {
  opened.push(socket)
  return socket
}
const open = async (client: Client, lastEventId?: string) =>
  closeAfterTest(await AlertSocket.open(app, client, lastEventId))
/** A socket that sends one message and nothing else. Returns the code with which it is closed. */
async function closeCodeAfter(message: unknown): Promise<number> {
  const socket = closeAfterTest(new AlertSocket(app))
  await once(socket.socket, 'open')
  socket.send(message)
  return socket.closed
}
async function report(): Promise<string> {
  const { id } = await createCharacter(author)
  return raiseReport(app, reader, { type: 'character', id })
}
const openStream = (path = '', lastEventId?: string) =>
  admin.stream('GET', `/api/admin/alerts/stream${path}`, lastEventId === undefined ? {} : { lastEventId })
const typesOf = async (stream: StreamReader, count: number) => {
  const events = []
  for (let index = 0; index < count; index++) events.push(await stream.take<{ flag?: { id: string }; type: string }>())
  return events.map(({ event, id, data }) => ({ event, id, flag: data.flag?.id }))
}

describe('a socket', () => {
  it('receives new flags, claims and decisions in their order (spec 7.alerts.socket)', async () => {
    const socket = await open(admin)
    const flagId = await report()
    // A message has the flag as it is when it is sent.
    const messages = [await socket.take()]
    await admin.post(`/api/admin/flags/${flagId}/claim`)
    messages.push(await socket.take())
    await act(admin, flagId, { action: 'approve' })
    messages.push(await socket.take())
    expect(messages).toMatchObject([
      { type: 'flag_alert', flag: { id: flagId, status: 'open', category: 'spam', claim: null } },
      { type: 'flag_updated', flag: { claim: { name: 'Mora' } } },
      { type: 'flag_updated', flag: { status: 'resolved', claim: null } },
    ])
    const ids = messages.map(({ id }) => Number(id))
    expect(ids).toEqual([ids[0], Number(ids[0]) + 1, Number(ids[0]) + 2])
  })

  it('that reconnects receives what it missed, once; without an id nothing old', async () => {
    const socket = await open(admin)
    const first = await report()
    await socket.take()
    socket.socket.terminate()
    const missed = [await report(), await report()]
    const again = await open(admin, socket.lastId)
    const next = await report()
    for (let index = 0; index < 3; index++) await again.take()
    expect(again.alertedFlags).toEqual([...missed, next])
    expect(again.alertedFlags).not.toContain(first)
    expect((await open(admin)).received).toHaveLength(1)
  })

  it.each([
    ['an id that was never given', '999999999'],
    ['an id of another kind', 'evt-1'],
  ])('with %s is sent resync', async (_, id) => {
    const socket = await open(admin, id)
    expect(await socket.take()).toMatchObject({ type: 'resync', id: expect.stringMatching(/^\d+$/) })
  })

  it('that missed more than is replayed is sent resync', async () => {
    const flagId = await report()
    const { db } = app.context
    const last = await db.selectFrom('alerts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    const rows = Array.from({ length: alertLimits.replay + 1 }, (_, index) => ({
      id: last.id + index + 1,
      kind: 'flag_updated' as const,
      flag_id: flagId,
      created_at: 1,
    }))
    await db.insertInto('alerts').values(rows).execute()
    expect(await (await open(admin, String(last.id))).take()).toMatchObject({ type: 'resync' })
    expect(await (await open(admin, String(last.id + 1))).take()).toMatchObject({ type: 'flag_updated' })
  })

  it('is closed with 4003 for a token that is used, expired, of an ended session or not a token', async () => {
    const used = await requestToken(admin)
    const socket = closeAfterTest(new AlertSocket(app))
    await once(socket.socket, 'open')
    socket.send({ type: 'auth', adminToken: used })
    expect((await socket.take()).type).toBe('auth_success')
    const expired = await requestToken(admin)
    const client = await signUpAdmin(app)
    const loggedOut = await requestToken(client)
    await client.request('POST', '/api/auth/logout')
    const demoted = await signUpAdmin(app, 'demoted')
    const lost = await requestToken(demoted)
    await setRoleByName(app.context, 'demoted', 'none')
    for (const adminToken of [used, loggedOut, lost, 'x'.repeat(43), '']) {
      expect(await closeCodeAfter({ type: 'auth', adminToken })).toBe(4003)
    }
    for (const message of ['{', '[]', { type: 'hello' }, { type: 'auth' }])
      expect(await closeCodeAfter(message)).toBe(4003)
    app.clock.advance(alertLimits.token)
    expect(await closeCodeAfter({ type: 'auth', adminToken: expired })).toBe(4003)
    expect(await closeCodeAfter({ type: 'auth', adminToken: 'x'.repeat(5_000) })).toBeGreaterThan(1000)
  })

  it('is closed with 4001 when it does not authenticate in time', async () => {
    const socket = closeAfterTest(new AlertSocket(app))
    await once(socket.socket, 'open')
    expect(await socket.closed).toBe(4001)
  })

  it('is refused for a page of another site', async () => {
    const foreign = new AlertSocket(app, { origin: 'https://elsewhere.example' })
    const [error] = await once(foreign.socket, 'error')
    expect(String(error)).toContain('403')
    const own = closeAfterTest(new AlertSocket(app, { origin: app.url }))
    await once(own.socket, 'open')
  })

  it('is closed when the role is taken away, and so is a stream', async () => {
    const colleague = await signUpAdmin(app, 'colleague')
    const socket = await open(colleague)
    const stream = await colleague.stream('GET', '/api/admin/alerts/stream')
    await stream.take()
    await setRoleByName(app.context, 'colleague', 'none')
    expect(await socket.closed).toBe(4003)
    expect(await stream.rest()).toEqual([])
  })

  it('is closed when its admin is suspended, who then gets neither token nor flags', async () => {
    const suspended = await signUpAdmin(app, 'suspended')
    const adminToken = await requestToken(suspended)
    const socket = await open(suspended)
    await admin.post(`/api/admin/users/${suspended.id}/suspension`, { days: 1, category: 'other' })
    expect(await socket.closed).toBe(4003)
    expect(await closeCodeAfter({ type: 'auth', adminToken })).toBe(4003)
    const refused = { status: 403, body: { code: 'account_suspended' } }
    expect(await suspended.request('POST', '/api/admin/websocket-token')).toMatchObject(refused)
    expect(await suspended.request('GET', '/api/admin/flags')).toMatchObject(refused)
  })

  it('that does not read is closed, and the others receive everything', async () => {
    const slow = await open(admin)
    const attentive = await open(admin)
    slow.socket.pause()
    const { id } = await createCharacter(author)
    const details = 'd'.repeat(2_000)
    const before = attentive.received.length
    const flagId = await raiseReport(app, reader, { type: 'character', id }, { note: details })
    const rounds = 30
    for (let round = 0; round < rounds; round++) {
      await app.context.db.transaction().execute(async (trx) => {
        const { id: last } = await trx.selectFrom('alerts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
        const rows = Array.from({ length: 100 }, (_, index) => ({
          id: last + index + 1,
          kind: 'flag_updated' as const,
          flag_id: flagId,
          created_at: 1,
        }))
        await trx.insertInto('alerts').values(rows).execute()
      })
      app.context.bus.publish('moderation:alerts', '')
    }
    await expect.poll(() => attentive.received.length).toBe(before + rounds * 100 + 1)
    await expect.poll(() => app.server.websocketServer.clients.size).toBe(1)
    slow.socket.resume()
    expect(await slow.closed).toBe(1006)
    expect(attentive.socket.readyState).toBe(attentive.socket.OPEN)
  })
})

it('the event stream begins with connected, and sends what came after an id in the query or the header (spec 7.alerts.events)', async () => {
  const stream = await openStream()
  const [connected] = await typesOf(stream, 1)
  const flags = [await report(), await report()]
  const events = await typesOf(stream, 2)
  expect(events.map(({ event, flag }) => [event, flag])).toEqual(flags.map((flag) => ['flag_alert', flag]))
  stream.disconnect()
  const byQuery = await openStream(`?after=${connected?.id}`)
  expect((await typesOf(byQuery, 3)).map(({ flag }) => flag)).toEqual([undefined, ...flags])
  const byHeader = await openStream(`?after=${connected?.id}`, events[0]?.id)
  expect((await typesOf(byHeader, 2)).map(({ flag }) => flag)).toEqual([undefined, flags[1]])
  const response = await admin.raw('/api/admin/alerts/stream')
  const text = await response.body?.getReader().read()
  expect(new TextDecoder().decode(text?.value)).toMatch(/^retry: 3000\n/)
  byQuery.disconnect()
  byHeader.disconnect()
})

it.each(['/api/auth/me', '/api/nowhere', '/healthz'])(
  'a request to change the protocol is refused by %s, and its connection closed',
  async (path) => {
    const { hostname, port, host } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const key = 'dGhlIHNhbXBsZSBub25jZQ=='
    const handshake = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${handshake}\r\n\r\n`)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1.1 40[01] /)
  },
)

it('sockets are closed with 1012 when the server stops, and get the rest from the next one', async () => {
  const socket = await open(admin)
  const first = await report()
  await socket.take()
  await app.restart()
  expect(await socket.closed).toBe(1012)
  const second = await report()
  const again = await open(admin, socket.lastId)
  expect(await again.take()).toMatchObject({ type: 'flag_alert', flag: { id: second } })
  expect(again.alertedFlags).not.toContain(first)
})
