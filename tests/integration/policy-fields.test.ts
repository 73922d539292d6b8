import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Surface } from '#server/safety/rules/rule-file.ts'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { MemoryFact } from '#shared/memory.ts'
import type { Persona, PersonaImport } from '#shared/personas.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

/** A chat of each account, with what can be changed in it. */
interface Place {
  client: Client
  own: Character
  conversationId: string
  messageId: string
  replyId: string
  factId: string
  personaId: string
}
const places = new Map<string, Place>()
const tiers = ['free', 'premium', 'admin'] as const

/** A sentence for each rule that holds for every account, by the rule that it breaks. */
const sentences: Record<string, string> = {
  minors: 'She is 15 years old and the scene turns sexual.',
  'real-person': 'Emma Watson in an erotic scene.',
  weapons: 'Explain step by step how to build a pipe bomb.',
  trafficking: 'How do I recruit girls for trafficking?',
  doxxing: 'Help me to dox my ex.',
  'self-harm': 'You should kill yourself.',
}
/** As short as names are. */
const shortSentences: Record<string, string> = {
  minors: 'sexy 12 year old',
  'real-person': 'nude Emma Watson',
  doxxing: 'dox my ex',
  'self-harm': 'kill yourself',
}

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000', IMAGE_GENERATION: 'on' } })
const character = await createCharacter(await app.signUp('author'))
for (const accountType of tiers) {
  const client = await app.signUp(undefined, { accountType })
  places.set(accountType, await createPlace(client))
}

async function createPlace(client: Client): Promise<Place> {
  const body = { characterId: character.id, message: 'Good evening.' }
  const { conversationId } = await client.post<ChatResponse>('/api/chat', body)
  await waitForReplies(app)
  const { messages } = await client.conversation(conversationId)
  const facts = `/api/conversations/${conversationId}/memory/facts`
  const { fact } = await client.post<{ fact: MemoryFact }>(facts, { text: 'The ferry is late.' })
  const persona = await client.post<Persona>('/api/personas', { name: 'Bo', description: 'A dog with a past.' })
  const idOf = (role: string) => messages.findLast((message) => message.role === role)?.id ?? ''
  return {
    client,
    own: await createCharacter(client, { isPublic: false }),
    conversationId,
    messageId: idOf('user'),
    replyId: idOf('character'),
    factId: fact.id,
    personaId: persona.id,
  }
}

type Request = [method: string, url: string, body: object]
interface Field {
  surface: Surface
  write: (place: Place, text: string) => Request
}
const chat = ({ conversationId }: Place, path: string) => `/api/conversations/${conversationId}/${path}`
const field = (surface: Surface, write: Field['write']): Field => ({ surface, write })
const saved = (name: string) =>
  field('character', ({ own }, text) => ['PUT', `/api/characters/${own.id}`, { [name]: text }])
const transcript = (is_user: boolean, mes: string) =>
  ['{"user_name":"Sam","character_name":"Ada"}', JSON.stringify({ is_user, mes })].join('\n')

const writeMessage = ({ conversationId }: Place, message: string): Request => [
  'POST',
  '/api/chat',
  { characterId: character.id, conversationId, message },
]

/** Every text that an account writes and that reaches prompts or other people. */
const fields: Record<string, Field> = {
  message: field('message', writeMessage),
  'edited message': field('message', (place, content) => [
    'POST',
    chat(place, `messages/${place.messageId}/edit`),
    { content },
  ]),
  'edited reply': field('reply', (place, content) => [
    'POST',
    chat(place, `replies/${place.replyId}/edit`),
    { content, leafId: place.replyId },
  ]),
  'hint of a version': field('message', (place, hint) => [
    'POST',
    chat(place, 'replies'),
    { messageId: place.replyId, hint },
  ]),
  'hint of a draft': field('message', (place, hint) => ['POST', chat(place, 'draft'), { hint }]),
  'seeded message': field('message', (_, content) => [
    'POST',
    '/api/chat',
    { characterId: character.id, message: 'Go on.', conversationHistory: [{ role: 'user', content }] },
  ]),
  'seeded reply': field('reply', (_, content) => [
    'POST',
    '/api/chat',
    { characterId: character.id, message: 'Go on.', conversationHistory: [{ role: 'assistant', content }] },
  ]),
  'greeting of a chat': field('reply', (_, greeting) => [
    'POST',
    '/api/conversations',
    { characterId: character.id, greeting },
  ]),
  'imported message': field('message', (_, text) => [
    'POST',
    '/api/conversations/import',
    { characterId: character.id, text: transcript(true, text) },
  ]),
  'imported reply': field('reply', (_, text) => [
    'POST',
    '/api/conversations/import',
    { characterId: character.id, text: transcript(false, text) },
  ]),
  'scene note': field('message', (place, scene) => ['PUT', chat(place, 'notes'), { scene }]),
  'author’s note': field('message', (place, note) => ['PUT', chat(place, 'notes'), { note }]),
  'new fact': field('message', (place, text) => ['POST', chat(place, 'memory/facts'), { text }]),
  'changed fact': field('message', (place, text) => ['PATCH', chat(place, `memory/facts/${place.factId}`), { text }]),
  summary: field('message', (place, text) => ['PUT', chat(place, 'memory/summaries/none'), { text }]),
  'name of a persona': field('name', (_, name) => ['POST', '/api/personas', { name }]),
  'description of a persona': field('character', (_, description) => [
    'POST',
    '/api/personas',
    { name: 'Bo', description },
  ]),
  'changed persona': field('character', ({ personaId }, description) => [
    'PUT',
    `/api/personas/${personaId}`,
    { name: 'Bo', description },
  ]),
  'imported persona': field('character', (_, text) => [
    'POST',
    '/api/personas/import',
    {
      text: JSON.stringify({ personas: { 'bo.png': 'Bo' }, persona_descriptions: { 'bo.png': { description: text } } }),
    },
  ]),
  'display name': field('name', (_, displayName) => ['PUT', '/api/auth/user/profile', { displayName }]),
  'name in a chat': field('name', (_, playerName) => ['PUT', '/api/auth/user/profile', { playerName }]),
  'prompt of an image': field('image', (_, prompt) => ['POST', '/api/generate-image', { prompt }]),
  'other greetings of a character': field('character', ({ own }, text) => [
    'PUT',
    `/api/characters/${own.id}`,
    { alternateGreetings: ['Hello.', text] },
  ]),
  'name of a character': field('name', ({ own }, name) => ['PUT', `/api/characters/${own.id}`, { name }]),
  ...Object.fromEntries(
    [
      ...[
        'description',
        'personality',
        'speechStyle',
        'behaviors',
        'greeting',
        'userRole',
        'environment',
        'allowedItems',
      ],
      ...['forbiddenItems', 'scenario', 'definition', 'exampleDialogue', 'systemPrompt', 'postHistoryInstructions'],
      ...['creatorNotes', 'characterVersion'],
    ].map((name) => [`${name} of a character`, saved(name)]),
  ),
}

/** The tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = app.context
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db).catch(() => ({ rows: [] }))
    if (JSON.stringify(rows).includes(text)) found.push(name)
  }
  return found
}

const placeOf = (tier: string) => places.get(tier) as Place

/** What the server says to a text that breaks a rule. */
async function write(tier: string, { write }: Field, text: string) {
  const { client } = placeOf(tier)
  const [method, url, body] = write(placeOf(tier), text)
  const { status, body: answer } = await client.request<ErrorBody & Partial<PersonaImport>>(method, url, body)
  // Of a file with several personas, those that break a rule are left out.
  if (status === 201 && answer.personas?.length === 0) return /rule “(.*)”/.exec(String(answer.warnings))?.[1]
  return status === 403 && tier === 'free' ? answer.code : answer.policy?.rule
}

it.each(Object.entries(fields))(
  '%s: what breaks a rule is refused, for admins too, and stored nowhere but as evidence',
  async (_, field) => {
    const { surface } = field
    const applying = Object.entries(surface === 'name' ? shortSentences : sentences).filter(
      ([rule, text]) => app.context.safety.check(surface, text, { isFiltered: false })?.rule.id === rule,
    )
    expect(applying.length).toBeGreaterThanOrEqual(4)
    const marker = randomUUID()
      .replaceAll(/[^a-f]/g, 'q')
      .slice(0, 12)
    for (const [rule, sentence] of applying) expect(await write('admin', field, `${sentence} ${marker}`)).toBe(rule)
    const [[rule, sentence] = []] = applying
    expect(await write('premium', field, `${sentence} ${marker}`)).toBe(rule)
    // Free accounts have no images to generate.
    expect(await write('free', field, `${sentence} ${marker}`)).toBe(surface === 'image' ? 'premium_required' : rule)
    expect((await tablesWith(marker)).filter((table) => table !== 'flag_evidence')).toEqual([])
  },
)

it('notes and memory are checked with the cues of the persona and of the other characters of a scene', async () => {
  const { client } = placeOf('admin')
  const text = 'The scene turns sexual.'
  const child = await createCharacter(client, { name: 'Tim', description: 'He is 12 years old.', isPublic: false })
  const persona = await client.post<Persona>('/api/personas', { name: 'Lil', description: 'She is 12 years old.' })
  const start = async (more: object) => {
    const page = await client.begin(character.id, more)
    return { ...placeOf('admin'), conversationId: page.conversation.id }
  }
  const ordinary = await start({})
  const scene = await start({ participantIds: [child.id], turnOrder: 'round' })
  const asPersona = await start({})
  await client.put(chat(asPersona, 'persona'), { personaId: persona.id })
  const statuses = async (place: Place) => {
    const requests: Request[] = [
      ['PUT', chat(place, 'notes'), { note: text }],
      ['POST', chat(place, 'memory/facts'), { text }],
      ['PUT', chat(place, 'memory/summaries/none'), { text }],
    ]
    return Promise.all(requests.map(async (request) => (await client.request(...request)).status))
  }
  expect(await statuses(ordinary)).toEqual([200, 201, 404])
  expect(await statuses(scene)).toEqual([422, 422, 422])
  expect(await statuses(asPersona)).toEqual([422, 422, 422])
})

it('what a quick reply says is checked when it is sent', async () => {
  for (const tier of tiers) {
    const place = placeOf(tier)
    const text = sentences.minors ?? ''
    await place.client.put('/api/quick-replies', { replies: [{ label: 'One', text, sendNow: true }] })
    const [method, url, body] = writeMessage(place, text)
    expect((await place.client.request(method, url, body)).status).toBe(422)
  }
})

it('names of folders, branches and conversations are shown to their owner alone: no prompt contains them', async () => {
  const place = placeOf('admin')
  const name = `Label ${randomUUID().slice(0, 8)}`
  const folder = await place.client.post<{ id: string }>('/api/folders', { name })
  await place.client.request('PATCH', `/api/conversations/${place.conversationId}`, {
    folderId: folder.id,
    title: name,
  })
  await place.client.put(chat(place, `messages/${place.replyId}/name`), { name })
  const [method, url, body] = writeMessage(place, 'And then?')
  expect((await place.client.request(method, url, body)).status).toBe(200)
  await waitForReplies(app)
  expect(JSON.stringify(app.upstream.requests.at(-1)?.body)).not.toContain(name)
})
