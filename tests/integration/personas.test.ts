import { beforeEach, expect, test } from 'vitest'
import { sweepImages, unreferencedLifetime } from '#server/images/delete-images.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { ConversationPersona, Persona, PersonaFields, PersonaImport, Personas } from '#shared/personas.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { image, upload } from '#tests/support/images.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

let player: Client

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '10000' } })
const character = await createCharacter(await app.signUp('author'), { greeting: '"Good evening, {{user}}."' })
beforeEach(async () => {
  player = await app.signUp()
})

const create = (fields: Partial<PersonaFields> = {}, owner = player) =>
  owner.post<Persona>('/api/personas', { name: 'Bo', description: 'A dog with a past.', ...fields })
const send = (message: string, conversationId?: string) => player.chat(character.id, message, { conversationId })
const open = (conversationId: string) => player.conversation(conversationId)
const choose = (conversationId: string, personaId: string | null) =>
  player.put<ConversationPersona>(`/api/conversations/${conversationId}/persona`, { personaId })
const setDefault = (personaId: string | null, characterId?: string) =>
  player.put<Personas>('/api/personas/default', { personaId, ...(characterId && { characterId }) })
const lastMessages = () => app.upstream.lastMessages()
const lastPrompt = () => app.upstream.lastPrompt()
const direction = (name: string) => `[Writing direction: From here on the player is "${name}".]`

test('personas are created, changed, listed by name and deleted', async () => {
  const bo = await create()
  await create({ name: 'Ann', description: '' })
  expect(bo).toMatchObject({ name: 'Bo', description: 'A dog with a past.', picture: '' })
  const changed = await player.put<Persona>(`/api/personas/${bo.id}`, { name: 'Zed', picture: '/portraits/zed.svg' })
  expect(changed).toMatchObject({ id: bo.id, name: 'Zed', description: '', picture: '/portraits/zed.svg' })
  const { personas } = await player.get<Personas>('/api/personas')
  expect(personas.map(({ name }) => name)).toEqual(['Ann', 'Zed'])
  expect((await player.request('DELETE', `/api/personas/${bo.id}`)).status).toBe(204)
  expect((await player.get<Personas>('/api/personas')).personas).toHaveLength(1)
})

test('the personas of another account can be neither read, changed, chosen nor made a default', async () => {
  const { id } = await create({}, await app.signUp())
  const { conversationId } = await send('Hello')
  const requests: [string, string, object?][] = [
    ['PUT', `/api/personas/${id}`, { name: 'Mine' }],
    ['DELETE', `/api/personas/${id}`],
    ['PUT', '/api/personas/default', { personaId: id }],
    ['PUT', `/api/conversations/${conversationId}/persona`, { personaId: id }],
  ]
  for (const [method, path, body] of requests) expect((await player.request(method, path, body)).status).toBe(404)
})

test('a default persona does not tell the new name of a character that was made private', async () => {
  const author = await app.signUp()
  const { id: characterId } = await createCharacter(author, { name: 'Public Name' })
  const { id: personaId } = await create()
  const named = async () => {
    const { characters } = await player.get<Personas>('/api/personas')
    return characters.find((one) => one.characterId === characterId)?.characterName
  }
  await setDefault(personaId, characterId)
  expect(await named()).toBe('Public Name')
  await author.put(`/api/characters/${characterId}`, { name: 'Secret Name', isPublic: false })
  expect(await named()).toBe('')
})

test.each([
  ['a sexualised minor', { description: 'A 14-year-old girl who wants sex with grown men.' }, 422],
  ['a name of mixed alphabets', { name: 'Аda' }, 400],
  ['a name with hidden characters', { name: 'A\u202eda' }, 400],
  ['an image on another host', { picture: 'https://example.com/a.png' }, 400],
  ['no name', { name: ' ' }, 400],
])('%s is refused, on creation and on change', async (_, fields, status) => {
  const { id } = await create()
  const body = { name: 'Bo', description: '', ...fields }
  expect((await player.request('POST', '/api/personas', body)).status).toBe(status)
  expect((await player.request('PUT', `/api/personas/${id}`, body)).status).toBe(status)
  const { personas } = await player.get<Personas>('/api/personas')
  expect(personas).toEqual([expect.objectContaining({ name: 'Bo', description: 'A dog with a past.' })])
})

test('the persona of the conversation counts before that of the character, and that before the default one', async () => {
  const [ofAccount, ofCharacter, ofConversation] = [
    await create({ name: 'Account' }),
    await create({ name: 'Character' }),
    await create({ name: 'Conversation' }),
  ]
  const { conversationId } = await send('Hello')
  expect((await open(conversationId)).persona).toMatchObject({ id: null, from: 'account' })
  await setDefault(ofAccount.id)
  expect((await open(conversationId)).persona).toMatchObject({ id: ofAccount.id, from: 'account' })
  const { characters, defaultId } = await setDefault(ofCharacter.id, character.id)
  expect([defaultId, characters]).toEqual([
    ofAccount.id,
    [{ characterId: character.id, characterName: 'Ada Quill', personaId: ofCharacter.id }],
  ])
  expect((await open(conversationId)).persona).toMatchObject({ name: 'Character', from: 'character' })
  expect(await choose(conversationId, ofConversation.id)).toMatchObject({ name: 'Conversation', from: 'conversation' })
  expect((await open(conversationId)).persona.id).toBe(ofConversation.id)
  expect(await choose(conversationId, 'account')).toMatchObject({ id: null, from: 'conversation' })
  await choose(conversationId, ofConversation.id)
  await player.request('DELETE', `/api/personas/${ofConversation.id}`)
  expect((await open(conversationId)).persona.id).toBe(ofCharacter.id)
  await player.request('DELETE', `/api/personas/${ofCharacter.id}`)
  await player.request('DELETE', `/api/personas/${ofAccount.id}`)
  expect((await open(conversationId)).persona).toMatchObject({ id: null, from: 'account' })
})

test('the greeting and the prompt have the persona’s name and description', async () => {
  const { id } = await create()
  await setDefault(id)
  const page = await player.begin(character.id)
  expect(page.messages[0]?.content).toBe('"Good evening, Bo."')
  await send('Hello', page.conversation.id)
  expect(lastPrompt()).toContain('The player\'s name is "Bo".')
  expect(lastPrompt()).toContain('About the player: A dog with a past.')
})

test('a switch in mid-story is in the prompt from there on, and every message keeps its name', async () => {
  const bo = await create()
  const { conversationId } = await send('I open the door.')
  await choose(conversationId, bo.id)
  await send('I bark at the lamp.', conversationId)
  const first = lastMessages()
  const own = player.user?.name ?? ''
  const at = (content: string) => first.findIndex((message) => message.content === content)
  expect(at(direction(own))).toBe(at('I open the door.') - 1)
  expect(at(direction('Bo'))).toBe(at('I bark at the lamp.') - 1)
  expect(first[0]?.content).toContain('The player\'s name is "Bo".')

  await player.put(`/api/personas/${bo.id}`, { name: 'Rex', description: 'A dog.' })
  await send('I sit down.', conversationId)
  expect(lastMessages().map(({ content }) => content)).toContain(direction('Rex'))
  const { messages } = await open(conversationId)
  expect(messages.filter(({ role }) => role === 'user').map(({ persona }) => persona)).toEqual([
    null,
    { id: bo.id, name: 'Bo' },
    { id: bo.id, name: 'Rex' },
  ])
})

test('versions and edits of a message are answered to the persona that said it', async () => {
  const bo = await create()
  const { conversationId, messageId, userMessageId } = await send('I open the door.')
  await choose(conversationId, bo.id)
  await player.post(`/api/conversations/${conversationId}/replies`, { messageId })
  expect(lastPrompt()).not.toContain('Bo')
  await player.post(`/api/conversations/${conversationId}/messages/${userMessageId}/edit`, { content: 'I wait.' })
  expect(lastPrompt()).not.toContain('Bo')
  expect((await open(conversationId)).messages.at(-2)).toMatchObject({ content: 'I wait.', persona: null })
  const own = await send('I bark.', conversationId)
  await choose(conversationId, 'account')
  await player.post(`/api/conversations/${conversationId}/replies`, { messageId: own.messageId })
  expect(lastMessages()[0]?.content).toContain('The player\'s name is "Bo".')
  await player.request('DELETE', `/api/personas/${bo.id}`)
  await player.post(`/api/conversations/${conversationId}/replies`, { messageId: own.messageId })
  expect(lastMessages()[0]?.content).toContain('The player\'s name is "Bo".')
  expect(lastPrompt()).not.toContain('A dog with a past.')
})

test('a character that goes on by itself, and a draft, have the new persona', async () => {
  const { conversationId } = await send('I open the door.')
  await choose(conversationId, (await create()).id)
  await player.post(`/api/conversations/${conversationId}/draft`, {})
  expect(lastPrompt()).toContain('From here on the player is "Bo".')
  await send('', conversationId)
  expect(lastPrompt()).toContain('From here on the player is "Bo".')
})

test('a persona who is a minor cannot be in a chat with a character for adults', async () => {
  await setAccountType(app, player, { accountType: 'premium', adult: true })
  const adult = await createCharacter(player, { contentRating: 'mature', isPublic: false })
  const young = await create({ name: 'Tim', description: 'Tim is a 12-year-old boy who likes kites.' })
  await setDefault(young.id)
  const message = { characterId: adult.id, message: 'Hello' }
  const { status, body } = await player.request<ErrorBody>('POST', '/api/chat', message)
  expect([status, body.error]).toEqual([403, expect.stringContaining('“Tim” is described as a minor')])
  expect((await send('Do you like kites?')).response).not.toBe('')
  await setDefault(null)
  expect((await player.request('POST', '/api/chat', message)).status).toBe(200)
})

test('personas are exported and imported again, with the default one', async () => {
  const bo = await create({ picture: '/portraits/bo.svg' })
  await create({ name: 'Ann' })
  await setDefault(bo.id)
  const text = await (await player.raw('/api/personas/export')).text()
  const other = await app.signUp()
  const { personas, warnings } = await other.post<PersonaImport>('/api/personas/import', { text })
  expect([personas.map(({ name }) => name), warnings]).toEqual([['Ann', 'Bo'], []])
  expect(await (await other.raw('/api/personas/export')).text()).toBe(text)
})

test('SillyTavern’s backup of personas is imported; what cannot be taken is named', async () => {
  const backup = {
    personas: { 'a.png': 'Bo', 'b.png': 'Lena', 'c.png': 'x'.repeat(60) },
    persona_descriptions: {
      'a.png': { description: 'A dog.', position: 0 },
      'b.png': { description: 'A 14-year-old girl who wants sex with grown men.' },
    },
    default_persona: 'a.png',
  }
  const { personas, warnings } = await player.post<PersonaImport>('/api/personas/import', {
    text: JSON.stringify(backup),
  })
  expect(personas).toEqual([expect.objectContaining({ name: 'Bo', description: 'A dog.', picture: '' })])
  expect(warnings).toEqual([
    expect.stringMatching(/^Lena: This persona was not saved/),
    expect.stringMatching(/^x+: A name must be 50 characters or less/),
  ])
  expect((await player.get<Personas>('/api/personas')).defaultId).toBe(personas[0]?.id)
})

test.each(['', 'null', '[]', '{}', '{"personas":{}}', '{"format":"troupe-personas","personas":[]}', 'not JSON'])(
  'the file %j has no personas',
  async (text) => {
    const { status, body } = await player.request<ErrorBody>('POST', '/api/personas/import', { text })
    expect([status, body.error]).toEqual([400, expect.stringContaining('This file has no personas')])
  },
)

test('the download of an account has its personas, and who said what', async () => {
  const bo = await create()
  await setDefault(bo.id)
  const { conversationId } = await send('I bark.')
  await choose(conversationId, bo.id)
  const data = await downloadAccountData<{
    personas: object[]
    conversations: { personaId: string; messages: { persona: object }[] }[]
  }>(player)
  expect(data.personas).toEqual([{ ...bo, defaultFor: [null] }])
  expect(data.conversations[0]?.personaId).toBe(bo.id)
  expect(data.conversations[0]?.messages[1]?.persona).toEqual({ id: bo.id, name: 'Bo' })
})

test('the image of a persona is kept as long as the persona', async () => {
  const { url } = (await upload(player, await image())).body
  const bo = await create({ picture: url })
  app.clock.advance(unreferencedLifetime + 1)
  const sweep = () => sweepImages(app.context, { storage: createFileStorage(app.context.env) })
  await sweep()
  expect((await player.raw(url)).status).toBe(200)
  await player.request('DELETE', `/api/personas/${bo.id}`)
  await sweep()
  expect((await player.raw(url)).status).toBe(404)
})
