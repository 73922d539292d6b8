import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import OpenAI from 'openai'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccountData } from '#server/account-data.ts'
import { purgeDeletedAccounts } from '#server/accounts/settings/purge-deleted-accounts.ts'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import { sweepSounds } from '#server/chat/speech/delete-sounds.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { accountLimits } from '#shared/accounts.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { chatLimits } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Site } from '#shared/site.ts'
import { voiceLimits } from '#shared/voice-terms.ts'
import type { VoiceConnections, Voices, VoiceTestResult } from '#shared/voices.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp, shared, waitForReplies } from '#tests/support/test-app.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { soundOf, startVoiceServer, voiceKey } from '#tests/support/voice-server.ts'

const server = shared(await startVoiceServer())
const second = shared(await startVoiceServer())
const database = await createTestDatabase()
const app = await createSharedApp({ database })
const admin = await signUpAdmin(app, 'operator')
const storage = createFileStorage(app.context.env)
let player: Client
let characterId: string

const connection = {
  ...{ name: 'Lamp', service: 'openai-compatible', baseUrl: server.baseUrl, apiKey: voiceKey },
  voices: [{ id: 'alloy', label: 'Alloy' }],
  transcriptionModel: 'whisper-1',
}
const list = () => admin.get<VoiceConnections>('/api/admin/voices')
const connect = (changes: object = {}) =>
  admin.post<VoiceConnections>('/api/admin/voices', { ...connection, ...changes })

beforeEach(async () => {
  for (const each of [server, second]) {
    each.release()
    each.mode = 'ok'
    each.asked.length = 0
  }
  await admin.put('/api/admin/settings', { freeSpeechMinutes: 10, speechDollars: null })
  for (const { id } of (await list()).connections) await admin.request('DELETE', `/api/admin/voices/${id}`)
  for (const name of await storedFiles()) await storage.remove(name)
  player = await app.signUp()
  characterId = (await createCharacter(player, { isPublic: false })).id
})

/** A conversation with a reply. */
async function chat(client = player) {
  const turn = await client.chat(characterId, 'Good evening.')
  await waitForReplies(app)
  return { ...turn, path: `/api/conversations/${turn.conversationId}/messages/${turn.messageId}/speech` }
}
const listen = (address: string, client = player, { from = 0, to = 5, voice = 'alloy' } = {}) =>
  client.raw(`${address}?from=${from}&to=${to}&voice=${voice}`)
const soundFrom = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString()
const failureOf = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]
const secondsLeft = async (client = player) => (await client.get<Voices>('/api/voices')).secondsLeft
const storedFiles = async () => {
  const names: string[] = []
  for await (const name of storage.list()) names.push(name)
  return names.filter((name) => name.endsWith('.mp3'))
}

const said = `canary-${crypto.randomUUID()}`
const send = (type: string, body: BodyInit = said) =>
  player.raw('/api/transcriptions?language=en', { method: 'POST', headers: { 'content-type': type }, body })

describe('connected voices', () => {
  it('are listed in the order of their services, each once, and no key is shown', async () => {
    await connect()
    const readSite = () => app.visitor().get<Site>('/api/site')
    expect(await readSite()).toMatchObject({ speaks: true, transcribes: true })
    const { connections } = await connect({
      ...{ name: 'Second', baseUrl: second.baseUrl, transcriptionModel: null },
      voices: [
        { id: 'alloy', label: 'Alloy too' },
        { id: 'af_bella', label: 'Bella' },
      ],
    })
    expect(await player.get('/api/voices')).toEqual({
      voices: [
        { id: 'alloy', label: 'Alloy', service: 'Lamp' },
        { id: 'af_bella', label: 'Bella', service: 'Second' },
      ],
      canTranscribe: true,
      secondsLeft: 600,
    })
    const ids = connections.map(({ id }) => id).reverse()
    await admin.post('/api/admin/voices/order', { ids })
    expect((await player.get<Voices>('/api/voices')).voices[0]).toMatchObject({ label: 'Alloy too' })
    const entries = await admin.get<{ audits: AuditEntry[] }>('/api/admin/audits?limit=3')
    expect(entries.audits.map(({ action }) => action)).toEqual(['order_voices', 'save_voices', 'save_voices'])
    expect(JSON.stringify([await list(), entries])).not.toContain(voiceKey)
    for (const id of ids) await admin.request('DELETE', `/api/admin/voices/${id}`)
    expect(await readSite()).toMatchObject({ speaks: false, transcribes: false })
  })

  it('are tested with a sample, and listed by the service', async () => {
    const test = (changes: object = {}) =>
      admin.post<VoiceTestResult>('/api/admin/voices/test', { connection: { ...connection, ...changes } })
    const { ok, sound } = await test()
    expect([ok, sound?.slice(0, 23)]).toEqual([true, 'data:audio/mpeg;base64,'])
    expect(await test({ apiKey: 'wrong' })).toMatchObject({ ok: false, message: expect.stringContaining('key') })
    const unknown = { service: 'elevenlabs', baseUrl: server.elevenLabsUrl, voices: [{ id: 'onyx', label: 'Onyx' }] }
    const message = 'The service does not have that model or voice. Choose one from the list.'
    expect(await test({ ...unknown, speechModel: 'eleven_flash_v2_5' })).toMatchObject({ ok: false, message })
    const available = { connection: { ...connection, voices: [] } }
    expect(await admin.post('/api/admin/voices/available', available)).toMatchObject({
      voices: [{ id: 'alloy' }, { id: 'af_bella' }],
      problem: null,
    })
  })

  it('keep a stored key for the server for which it was entered', async () => {
    const { connections } = await connect()
    const { apiKey: _, ...unchanged } = connection
    const address = `/api/admin/voices/${connections[0]?.id}`
    const moved = await admin.request<ErrorBody>('PUT', address, { ...unchanged, baseUrl: second.baseUrl })
    expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([400, ['apiKey']])
    await admin.put(address, { ...unchanged, name: 'Renamed' })
    expect((await player.raw('/api/voices/alloy/sample')).status).toBe(200)
  })
})

describe('a message that is heard', () => {
  it('is spoken once, without its markup, and then comes from the storage', async () => {
    await connect()
    const { path: address, response } = await chat()
    const to = response.length
    const first = await listen(address, player, { to })
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    const heard = await soundFrom(first)
    const [asked] = server.asked
    expect(heard).toBe(soundOf(asked?.text ?? '', 'alloy').toString())
    expect(asked?.text).not.toMatch(/[*_]/)
    const left = await secondsLeft()
    expect(left).toBe(600 - Math.ceil((asked?.text.length ?? 0) / 15))
    expect(await soundFrom(await listen(address, player, { to }))).toBe(heard)
    expect([server.asked.length, await secondsLeft()]).toEqual([1, left])
  })

  it('begins before the service has spoken all of it', async () => {
    await connect()
    const { path: address } = await chat()
    server.mode = 'held'
    const { body } = await listen(address)
    const reader = body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect([Buffer.from(value ?? []).toString('latin1', 0, 3), server.unfinished]).toEqual(['ID3', 1])
    server.release()
    while (!(await reader?.read())?.done);
    expect(server.unfinished).toBe(0)
  })

  it('is heard while the reply is written, as soon as its text is there', async () => {
    await connect()
    const { conversationId, response } = await chat()
    const { promise, resolve } = Promise.withResolvers<void>()
    app.upstream.held = promise
    const turn = await player.stream('POST', '/api/chat', { body: { characterId, conversationId, message: 'Go on.' } })
    const { data } = await turn.take<{ messageId: string }>()
    const sound = listen(`/api/conversations/${conversationId}/messages/${data.messageId}/speech`)
    resolve()
    app.upstream.held = null
    expect((await sound).status).toBe(200)
    expect(await soundFrom(await sound)).toContain(response.slice(0, 5).trim())
    turn.disconnect()
    await waitForReplies(app)
  })

  it('is stopped at the service when the listener hangs up', async () => {
    await connect()
    const { path: address } = await chat()
    server.mode = 'held'
    const response = await listen(address)
    await response.body?.cancel()
    await expect.poll(() => server.unfinished).toBe(0)
    expect(await storedFiles()).toEqual([])
  })

  it('is of nobody else', async () => {
    await connect()
    const { path: address } = await chat()
    await soundFrom(await listen(address))
    const stranger = await app.signUp()
    expect(await failureOf(await listen(address, stranger))).toEqual([404, 'not_found'])
    expect(await failureOf(await listen(address, admin))).toEqual([404, 'not_found'])
    // The same text in a chat of another account is asked for anew.
    characterId = (await createCharacter(stranger, { isPublic: false })).id
    await soundFrom(await listen((await chat(stranger)).path, stranger))
    expect(server.asked).toHaveLength(2)
    expect(server.asked[0]?.text).toBe(server.asked[1]?.text)
  })

  it('fails in words, costs nothing then, and another service speaks in place of the first', async () => {
    await connect()
    const { path: address } = await chat()
    server.mode = 'unauthorized'
    expect(await failureOf(await listen(address))).toEqual([502, 'voice_failed'])
    expect(await secondsLeft()).toBe(600)
    await connect({ name: 'Second', baseUrl: second.baseUrl })
    expect((await listen(address)).status).toBe(200)
    expect(second.asked).toHaveLength(1)
    expect(await failureOf(await listen(address, player, { voice: 'onyx' }))).toEqual([409, 'voice_not_connected'])
    expect((await listen(address, player, { to: voiceLimits.spoken + 1 })).status).toBe(400)
  })

  it('breaks off where the service does: nothing is stored, and nothing counted', async () => {
    await connect()
    const { path: address } = await chat()
    server.mode = 'cut'
    await expect(soundFrom(await listen(address))).rejects.toThrow()
    await expect.poll(() => secondsLeft()).toBe(600)
    expect(await storedFiles()).toEqual([])
  })

  it('stops at the limit of the account and at the budget of the day', async () => {
    await connect({ speechPrice: 10_000 })
    const { path: address } = await chat()
    await admin.put('/api/admin/settings', { speechDollars: 0.01 })
    expect((await listen(address)).status).toBe(200)
    expect(await failureOf(await listen(address, player, { from: 1 }))).toEqual([429, 'quota_exceeded'])
    await admin.put('/api/admin/settings', { speechDollars: null, freeSpeechMinutes: 0 })
    expect(await failureOf(await listen(address, player, { from: 1 }))).toEqual([429, 'quota_exceeded'])
    expect(await failureOf(await send('audio/webm'))).toEqual([429, 'quota_exceeded'])
    expect([await secondsLeft(), await secondsLeft(admin)]).toEqual([0, null])
    await app.change('users', { id: player.user?.id ?? '' }, { account_type: 'premium' })
    expect(await secondsLeft()).toBe(120 * 60 - 1)
    expect(server.asked).toHaveLength(1)
  })
})

describe('a recording', () => {
  it('is written down, counted, and stored nowhere', async () => {
    await connect()
    const response = await send('audio/webm;codecs=opus')
    expect([response.status, await response.json()]).toEqual([200, { text: said }])
    expect(server.asked).toMatchObject([{ text: 'recording.webm', fields: { model: 'whisper-1', language: 'en' } }])
    expect(await secondsLeft()).toBe(599)
    server.mode = 'unauthorized'
    expect(await failureOf(await send('audio/webm'))).toEqual([502, 'voice_failed'])
    const folder = database.env.DATA_DIR
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const content = await readFile(path.join(entry.parentPath, entry.name))
      expect(content.includes(said), entry.name).toBe(false)
    }
    expect(app.logged()).not.toContain(said)
  })

  it('has a type and a size that the service can take', async () => {
    await connect()
    expect(await failureOf(await send('application/json', '{}'))).toEqual([415, 'unsupported_media_type'])
    expect(await failureOf(await send('text/plain'))).toEqual([415, 'unsupported_media_type'])
    const large = new Uint8Array(voiceLimits.recording + 1)
    expect(await failureOf(await send('audio/wav', large))).toEqual([413, 'payload_too_large'])
    expect(server.asked).toEqual([])
  })
})

it("speaks for OpenAI's client what the safety policy allows", async () => {
  await connect()
  const openai = new OpenAI({ apiKey: (await createApiKey(app, player)).key, baseURL: `${app.url}/v1`, maxRetries: 0 })
  const speak = (input: string) => openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input })
  expect(await soundFrom(await speak('Good evening.'))).toBe(soundOf('Good evening.', 'alloy').toString())
  await expect(speak('a 15 year old girl, explicit nude')).rejects.toMatchObject({
    status: 422,
    code: 'content_filter',
  })
  expect(server.asked).toHaveLength(1)
})

it('a character keeps its voices in its card', async () => {
  const voices = { voice: 'alloy', narratorVoice: 'silent' }
  const { id } = await createCharacter(player, voices)
  const { data } = await player.get<{ data: { extensions: { troupe: object } } }>(`/api/characters/${id}/card.json`)
  expect(data.extensions.troupe).toMatchObject(voices)
})

it('a sound is deleted once its message is held back', async () => {
  await connect()
  const { path, messageId } = await chat()
  await soundFrom(await listen(path))
  const before = await storedFiles()
  await app.change('messages', { id: messageId }, { status: 'redacted', content: '' })
  expect(await failureOf(await listen(path))).toEqual([400, 'bad_request'])
  await sweepSounds(app.context, storage)
  expect(await storedFiles()).toHaveLength(before.length - 1)
})

// Last, because it ends the sessions of the other tests.
it('a sound is deleted with its conversation, and with its account', async () => {
  await connect()
  const one = await chat()
  await soundFrom(await listen(one.path))
  const leaving = await app.signUp()
  characterId = (await createCharacter(leaving, { isPublic: false })).id
  await soundFrom(await listen((await chat(leaving)).path, leaving))
  expect(await storedFiles()).toHaveLength(2)
  await player.request('DELETE', `/api/conversations/${one.conversationId}`)
  expect(await failureOf(await listen(one.path))).toEqual([404, 'conversation_deleted'])
  await leaving.post('/api/auth/deletion', { password: 'quiet-harbor' })
  app.clock.advance(Math.max(chatLimits.undoWindow, accountLimits.deletionWindow) + 1)
  await purgeDeletedAccounts(app.context, createAccountData(app.billing))
  expect(await storedFiles()).toHaveLength(1)
  await purgeConversations(app.context)
  await sweepSounds(app.context, storage)
  expect(await storedFiles()).toEqual([])
})
