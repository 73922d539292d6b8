import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { StoryMap } from '#shared/branches.ts'
import type { ChatResponse, Conversation } from '#shared/chat.ts'
import type { Personas } from '#shared/personas.ts'
import { transcriptLimits } from '#shared/transcripts.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
const player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'), { name: 'Ada “Ink” Quill' })
await player.post('/api/personas', { name: 'Captain Vane', description: 'Commands the ferry.' })

const exportAs = (id: string, format: string, client = player) =>
  client.raw(`/api/conversations/${id}/export?format=${format}`)
const textOf = async (id: string, format: string) => (await exportAs(id, format)).text()
const importText = (text: string, client = player) =>
  client.request<{ conversations: Conversation[] }>('POST', '/api/conversations/import', {
    characterId: character.id,
    text,
  })
const pathOf = async (id: string) => {
  const { messages } = await player.conversation(id)
  return messages.map(({ role, content, status, siblings }) => ({ role, content, status, versions: siblings.length }))
}

/** A conversation of two turns; the first reply has a second version, below which the second turn is. */
async function chatWithVersions(): Promise<string> {
  const { conversationId, messageId } = await player.chat(character.id, 'Is the *ferry* late <again>?')
  await (await player.stream('POST', `/api/conversations/${conversationId}/replies`, { body: { messageId } })).rest()
  await player.chat(character.id, 'I will wait.', { conversationId })
  return conversationId
}

test('the names under which the player spoke are exported, and come back with the personas of the account', async () => {
  const { personas } = await player.get<Personas>('/api/personas')
  const captain = personas.find(({ name }) => name === 'Captain Vane')?.id
  const { conversationId } = await player.chat(character.id, 'Hm.')
  const url = `/api/conversations/${conversationId}`
  await player.put(`${url}/persona`, { personaId: captain })
  await player.chat(character.id, 'All aboard.', { conversationId })
  const lines = (await textOf(conversationId, 'jsonl')).trim().split('\n')
  const [header, ...said] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(header).toMatchObject({ user_name: 'Captain Vane' })
  expect(said.filter((line) => line.is_user).map(({ name }) => name)).toEqual(['player', 'Captain Vane'])
  expect(JSON.parse(await textOf(conversationId, 'json'))).toMatchObject({
    player: 'Captain Vane',
    personas: [{ name: 'Captain Vane', description: 'Commands the ferry.' }],
  })
  expect(await textOf(conversationId, 'markdown')).toContain('**player**\n\nHm.')
  for (const format of ['json', 'jsonl']) {
    const { body } = await importText(await textOf(conversationId, format))
    const copy = body.conversations[0]?.id ?? ''
    const { persona } = await player.conversation(copy)
    expect(persona).toMatchObject({ id: captain })
    const own = { conversation_id: copy, role: 'user' } as const
    expect(await app.rows('messages', own, 'persona_id', 'persona_name')).toEqual([
      { persona_id: null, persona_name: null },
      { persona_id: captain, persona_name: 'Captain Vane' },
    ])
    expect(await textOf(copy, format)).toBe(await textOf(conversationId, format))
  }
})

test('an imported conversation is listed and found, goes on, and takes no message of the day', async () => {
  const first = await player.chat(character.id, 'Hello.')
  const chat = [
    { user_name: 'Sam', character_name: 'Ada' },
    { is_user: false, mes: 'You came.' },
    { is_user: true, mes: 'Through the marsh, by lantern.' },
  ]
  const { body } = await importText(chat.map((line) => JSON.stringify(line)).join('\n'))
  const id = body.conversations[0]?.id ?? ''
  const [found] = await player.get<Conversation[]>('/api/conversations?search=marsh')
  expect(found?.id).toBe(id)
  const reply = await player.post<ChatResponse>('/api/chat', { characterId: character.id, conversationId: id })
  expect(reply.response.length).toBeGreaterThan(0)
  expect(reply.messagesLeft).toBe((first.messagesLeft ?? 0) - 1)
  expect((await pathOf(id)).map(({ role }) => role)).toEqual(['character', 'user', 'character'])
  const rows = await app.rows('messages', { conversation_id: id }, 'is_seeded')
  expect(rows.map(({ is_seeded }) => is_seeded)).toEqual([1, 1, 0])
})

const toJsonl = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n')

test('hidden messages come in hidden, and what is left out is said', async () => {
  const chat = toJsonl(
    { user_name: 'Sam', character_name: 'Ada' },
    { name: 'Ada', is_user: false, mes: 'You came.' },
    { name: 'Sam', is_user: true, is_system: true, mes: 'Forget it.' },
    { name: 'Ada', is_user: false, is_system: true, mes: 'Two.', swipe_id: 1, swipes: ['One.', 'Two.'] },
  )
  const { body } = await importText(`${chat}\n{"name":"Ada","mes":"Cut`)
  expect(body).toMatchObject({ excluded: 2, leftOut: ['line 5, which is cut off'] })
  const id = body.conversations[0]?.id ?? ''
  const { messages } = await player.conversation(id)
  expect(messages.map(({ excluded = false, siblings }) => [excluded, siblings.length])).toEqual([
    [false, 1],
    [true, 1],
    [true, 2],
  ])
  for (const format of ['json', 'jsonl']) {
    const again = await importText(await textOf(id, format))
    expect(again.body).toMatchObject({ excluded: 2, leftOut: [] })
  }
})

test('a file belongs to the character of its name, and where that is none or several, the user is asked', async () => {
  const client = await app.signUp()
  const own = await createCharacter(client, { name: 'Wren of Harrow', isPublic: false })
  const importAlone = (name: string, characterId?: string) =>
    client.request<{ conversations: Conversation[]; file: unknown }>('POST', '/api/conversations/import', {
      ...(characterId ? { characterId } : {}),
      text: toJsonl({ user_name: 'Sam', character_name: name }, { name, is_user: false, mes: 'You came.' }),
    })
  expect((await importAlone('wren of  Harrow')).body.conversations[0]?.characterId).toBe(own.id)
  // Of somebody else, in the gallery.
  expect((await importAlone(character.name)).body.conversations[0]?.characterId).toBe(character.id)

  const count = async () => (await client.get<Conversation[]>('/api/conversations')).length
  expect(await count()).toBe(2)
  expect(await importAlone('Nobody')).toMatchObject({
    status: 409,
    body: { code: 'character_unknown', file: { name: 'Nobody', candidates: [], messages: 1, excluded: 0 } },
  })
  const twin = await createCharacter(client, { name: 'Wren of Harrow', description: 'A miller.', isPublic: false })
  const { status, body } = await importAlone('Wren of Harrow')
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { file: { candidates: [{ description: 'A miller.' }, { id: own.id }] } },
  })
  expect(await count()).toBe(2)
  expect((await importAlone('Wren of Harrow', twin.id)).body.conversations[0]?.characterId).toBe(twin.id)
})

test('the page and the Markdown have the active path, and the text of no one is markup', async () => {
  const id = await chatWithVersions()
  const page = await exportAs(id, 'html')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Ada _Ink_ Quill \d{4}-\d\d-\d\d\.html"; filename\*=UTF-8''Ada%20%E2%80%9CInk%E2%80%9D%20Quill/,
  )
  const html = await page.text()
  expect(html).toContain('Is the <em>ferry</em> late &lt;again>?')
  expect(html.match(/<article>/g)).toHaveLength(5)
  const markdown = await textOf(id, 'markdown')
  expect(markdown).toContain('Is the *ferry* late \\<again>?')
})

test('a file that cannot be read, is too long or breaks the rules is refused with words, and nothing is stored', async () => {
  const count = async () => (await player.get<Conversation[]>('/api/conversations?limit=100')).length
  const before = await count()
  expect(await importText('hello')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('SillyTavern') },
  })
  const header = '{"user_name":"Sam","character_name":"Ada"}'
  const long = `${header}\n${JSON.stringify({ is_user: true, mes: 'x'.repeat(40_001) })}`
  expect(await importText(long)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('40,000 characters') },
  })
  const large = `${header}\n${`${JSON.stringify({ is_user: true, mes: 'x'.repeat(40_000) })}\n`.repeat(201)}`
  expect(await importText(large)).toMatchObject({ status: 400, body: { error: expect.stringContaining('8 MB') } })
  expect(await importText('x'.repeat(transcriptLimits.request))).toMatchObject({ status: 413 })
  expect((await player.request('GET', `/api/conversations/${before}/export?format=pdf`)).status).toBe(400)
  expect(await count()).toBe(before)
})

test('only what is kept of a file counts: its replies can have much reasoning', async () => {
  const swipes = ['One.', 'Two.', 'Three.'].map((text) => text + ' And so on.'.repeat(100))
  const extra = { api: 'openai', reasoning: 'Let me think. '.repeat(1_000) }
  const swipe_info = swipes.map(() => ({ send_date: '', extra }))
  const line = JSON.stringify({ name: 'Ada', is_user: false, mes: swipes[2], swipe_id: 2, swipes, swipe_info, extra })
  const file = ['{"user_name":"Sam","character_name":"Ada"}', ...Array(160).fill(line)].join('\n')
  expect(file.length).toBeGreaterThan(transcriptLimits.file)
  const { status, body } = await importText(file)
  expect(status).toBe(201)
  const { messages } = await player.get<StoryMap>(`/api/conversations/${body.conversations[0]?.id}/map`)
  expect(messages).toHaveLength(480)
})

test('an import whose thread has ended is refused with words, and the next one succeeds', async () => {
  const lines = Array(2_000).fill(JSON.stringify({ is_user: true, mes: 'Good evening. '.repeat(4) }))
  const file = ['{"user_name":"Sam"}', ...lines].join('\n')
  process.once('worker', (worker: Worker) => void worker.terminate())
  expect(await importText(file)).toMatchObject({
    status: 500,
    body: { code: 'internal', error: expect.stringContaining('Please split it') },
  })
  expect((await importText(file)).status).toBe(201)
})

test('messages of a file are screened with the one before them on their path, wherever that is in the file', async () => {
  // Without the chat filter, which holds the second sentence back alone.
  const premium = await app.signUp(undefined, { accountType: 'premium' })
  const age = 'She is 15 years old.'
  const scene = 'Now make it an erotic scene.'
  const say = (parent: number | null, content: string) => ({ parent, role: 'user', content, status: 'complete' })
  const fillers = (count: number, from: number) => Array.from({ length: count }, (_, i) => say(from + i - 1, 'Go on.'))
  const file = (messages: object[]) =>
    JSON.stringify({ format: 'troupe-conversation', version: 1, leaf: messages.length - 1, messages })
  const start = say(null, 'Hello.')
  const atBatchEnd = [start, ...fillers(48, 1), say(48, age), say(49, scene)]
  const farParent = [start, say(0, age), ...fillers(120, 2), say(1, scene)]
  const afterBlank = [start, say(0, age), say(1, ' '), say(2, scene)]
  for (const messages of [atBatchEnd, farParent, afterBlank]) {
    const { status, body } = await importText(file(messages), premium)
    expect({ status, body }).toMatchObject({ status: 422, body: { policy: { category: 'minors' } } })
  }
  // Next to each other in the file, but on two paths: neither precedes the other.
  expect((await importText(file([start, say(0, age), say(0, scene)]), premium)).status).toBe(201)
})
