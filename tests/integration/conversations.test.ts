import { expect, test } from 'vitest'
import type { Conversation, ConversationPage } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

type TurnEvent = ReplyEvents['turn']

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
const player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'))

const startConversation = (client: Client, message = 'Hello') => client.chat(character.id, message)

test('the list contains the user’s own conversations, newest first, in pages without gaps or repetitions', async () => {
  const reader = await app.signUp()
  const ids: string[] = []
  for (let count = 0; count < 7; count += 1)
    ids.unshift((await startConversation(reader, `Message ${count}`)).conversationId)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { headers: Headers; body: Conversation[] } = await reader.request<Conversation[]>(
      'GET',
      `/api/conversations?limit=3&cursor=${cursor}`,
    )
    seen.push(...page.body.map((conversation) => conversation.id))
    cursor = page.headers.get('x-next-cursor')
  }
  expect(seen).toEqual(ids)
  const [newest] = await reader.get<Conversation[]>('/api/conversations?limit=1')
  expect(newest).toMatchObject({
    title: 'Message 6',
    messageCount: 3,
    characterAvailable: true,
    characterId: character.id,
  })
  expect(newest?.preview.length).toBeGreaterThan(5)
})

test('a conversation can be renamed, deleted and restored with all its messages', async () => {
  const { conversationId } = await startConversation(player)
  const path = `/api/conversations/${conversationId}`
  const renamed = await player.request<{ conversation: Conversation }>('PATCH', path, { title: '  The long night  ' })
  expect(renamed.body.conversation.title).toBe('The long night')
  expect(await player.request('PATCH', path, { title: '   ' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  const setBackground = (background: string | null) => player.request('PATCH', path, { background })
  for (const background of ['/files/7d3f1c5e-0f4b-4c80-8d64-0a6b5f3c9e11.webp', '', null]) {
    expect(await setBackground(background)).toMatchObject({ status: 200, body: { conversation: { background } } })
  }
  for (const background of ['https://example.org/sea.webp', '/files/x"); color: red', '/api/auth/me']) {
    expect((await setBackground(background)).status).toBe(400)
  }
  expect((await player.request('DELETE', path)).status).toBe(204)
  const gone = { status: 404, body: { code: 'conversation_deleted' } }
  expect(await player.request('GET', path)).toMatchObject(gone)
  expect(await player.request('PUT', `${path}/notes`, { note: 'Rain.' })).toMatchObject(gone)
  // Nobody else learns that there was one.
  const stranger = await app.signUp()
  expect(await stranger.request('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const afterDeletion = await player.request('POST', '/api/chat', {
    characterId: character.id,
    message: 'Hi',
    conversationId,
  })
  expect(afterDeletion).toMatchObject(gone)
  const restored = await player.post<{ conversation: Conversation }>(`${path}/restore`)
  expect(restored.conversation.title).toBe('The long night')
  expect((await player.get<ConversationPage>(path)).messages).toHaveLength(3)
})

test('a conversation cannot be restored after the undo window', async () => {
  const { conversationId } = await startConversation(player)
  await player.request('DELETE', `/api/conversations/${conversationId}`)
  app.clock.advance(31 * 86_400_000)
  // The undo window is longer than the lifetime of an idle session.
  await player.post('/api/auth/login', { username: 'player', password: 'quiet-harbor' })
  const late = await player.request('POST', `/api/conversations/${conversationId}/restore`)
  expect(late).toMatchObject({ status: 410, body: { code: 'undo_expired' } })
})

test('deleting a conversation stops its reply and saves the partial text', async () => {
  Object.assign(app.upstream.pace, { gapMs: 20, tokens: 300 })
  const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
  const { conversationId } = (await stream.take<TurnEvent>()).data
  await stream.next()
  await player.request('DELETE', `/api/conversations/${conversationId}`)
  await stream.rest()
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
  await player.post(`/api/conversations/${conversationId}/restore`)
  const { messages } = await player.conversation(conversationId)
  expect(messages.at(-1)).toMatchObject({ status: 'interrupted' })
  expect(messages.at(-1)?.content.length).toBeGreaterThan(0)
})

test('a conversation with a deleted character can be read but not continued', async () => {
  const author = await app.signUp()
  const deleted = await createCharacter(author, { name: 'Passing Through' })
  const { conversationId } = await player.chat(deleted.id, 'Stay')
  await author.request('DELETE', `/api/characters/${deleted.id}`)
  const page = await player.conversation(conversationId)
  expect(page.conversation).toMatchObject({ characterName: 'Passing Through', characterAvailable: false })
  expect(page.messages).toHaveLength(3)
  const more = await player.request('POST', '/api/chat', { characterId: deleted.id, message: 'Still?', conversationId })
  expect(more.status).toBe(404)
})

const began = { name: 'Wren Ash', avatar: '/portraits/wren.svg', category: 'Drama' }
const secret = { name: 'Nightjar Secret', avatar: '/portraits/nightjar.svg', category: 'Horror' }
const shown = ({ name, avatar, category }: typeof began) => ({
  characterName: name,
  characterAvatar: avatar,
  characterCategory: category,
})

test.each<[string, Record<string, unknown>]>([
  ['private', { isPublic: false }],
  ['mature', { contentRating: 'mature' }],
])('a character made %s is shown and found as it was when the conversation began', async (_, change) => {
  const [author, reader] = [await app.signUp(), await app.signUp()]
  await setAccountType(app, author, { accountType: 'premium' })
  const { id } = await createCharacter(author, began)
  const { conversationId } = await reader.chat(id, 'Hello')
  await reader.put(`/api/characters/${id}/rating`, { stars: 4 })
  const search = (words: string) =>
    reader.get<Conversation[]>(`/api/conversations?${new URLSearchParams({ search: words })}`)
  const read = async () => (await reader.conversation(conversationId)).conversation
  await author.put(`/api/characters/${id}`, secret)
  expect(await read(), 'while it is public').toMatchObject({
    characterAvailable: true,
    ...shown({ ...secret, name: began.name }),
  })

  await author.put(`/api/characters/${id}`, { ...change, name: 'Nightjar Hidden' })
  const expected = { characterAvailable: false, ...shown(began) }
  expect(await read()).toMatchObject(expected)
  expect(await reader.get('/api/conversations')).toMatchObject([expected])
  expect(await search('wren')).toHaveLength(1)
  expect(await search('nightjar')).toEqual([])
  const exported = JSON.stringify(await downloadAccountData(reader))
  expect(exported).toContain('Wren Ash')
  if (change.isPublic === false) expect(exported).not.toContain('Nightjar')
})

test('a long conversation is read in pages without gaps or repetitions', async () => {
  const { conversationId } = await startConversation(player)
  await fillConversation(app.context, conversationId, 500)
  const seen: string[] = []
  let before = ''
  for (let more = true; more; ) {
    const page = await player.get<ConversationPage>(`/api/conversations/${conversationId}?limit=60${before}`)
    seen.unshift(...page.messages.map((message) => message.content))
    before = `&before=${page.messages[0]?.id}`
    more = page.hasMore
    expect(page.messages.length).toBeLessThanOrEqual(60)
    expect(page.conversation.messageCount).toBe(503)
  }
  expect(seen).toHaveLength(503)
  expect(seen.slice(3)).toEqual(
    Array.from({ length: 500 }, (_, index) => expect.stringMatching(new RegExp(`^Message ${index}: `))),
  )
})

test('the list is searched by words of the title and the character name, in any case and script', async () => {
  const reader = await app.signUp()
  const titles = ['The ÜBERFAHRT at dawn', '100% sure', 'Nothing much']
  for (const title of titles) await startConversation(reader, title)
  await startConversation(player, 'The überfahrt of another user')
  const search = async (query: string) =>
    (await reader.get<Conversation[]>(`/api/conversations?${new URLSearchParams({ search: query })}`)).map(
      ({ title }) => title,
    )
  expect(await search('überfahrt')).toEqual(['The ÜBERFAHRT at dawn'])
  expect(await search('DAWN the')).toEqual(['The ÜBERFAHRT at dawn'])
  expect(await search('%')).toEqual(['100% sure'])
  expect(await search(`${character.name} much`)).toEqual(['Nothing much'])
  expect(await search('  ')).toHaveLength(3)
  expect(await search("' or 1=1 --\0")).toEqual([])
})

test('the search finds a renamed conversation by its new title only, and none before its first turn', async () => {
  const reader = await app.signUp()
  const search = async (words: string) =>
    (await reader.get<Conversation[]>(`/api/conversations?search=${words}`)).map(({ id }) => id)
  const { conversation } = await reader.begin(character.id)
  expect(await search('quill')).toEqual([])
  const { conversationId } = await reader.chat(character.id, 'A marmalade morning', { conversationId: conversation.id })
  expect(await search('marmalade')).toEqual([conversationId])
  expect(await search('quill')).toEqual([conversationId])
  const path = `/api/conversations/${conversationId}`
  await reader.request('PATCH', path, { title: 'The evening tide' })
  expect([await search('marmalade'), await search('tide')]).toEqual([[], [conversationId]])
  await reader.request('DELETE', path)
  expect(await search('tide')).toEqual([])
  await reader.post(`${path}/restore`)
  expect(await search('tide')).toEqual([conversationId])
})

test('a search finds every conversation with all its words, in pages', async () => {
  const reader = await app.signUp()
  const { conversationId } = await startConversation(reader, 'first')
  const { db, ids } = app.context
  const row = await app.row('conversations', { id: conversationId })
  const rows = Array.from({ length: 300 }, (_, index) => ({
    ...row,
    id: ids.uuid(),
    title: `${index < 220 ? 'sparrow' : 'kestrel'} ${index}x`,
    updated_at: row.updated_at - index - 1,
  }))
  await db.insertInto('conversations').values(rows).execute()
  const texts = rows.map(({ id, title }) => ({ target_id: id, scope: '', text: title }))
  await db.insertInto('conversation_search').values(texts).execute()
  const search = async (words: string, cursor = ''): Promise<string[]> => {
    const query = new URLSearchParams({ search: words, limit: '100', cursor })
    const page = await reader.request<Conversation[]>('GET', `/api/conversations?${query}`)
    const next = page.headers.get('x-next-cursor')
    return [...page.body.map(({ title }) => title), ...(next === null ? [] : await search(words, next))]
  }
  const titlesWith = (word: string) => rows.map(({ title }) => title).filter((title) => title.includes(word))
  for (const word of ['kestrel', 'sparrow', '299x', '9x', '77']) expect(await search(word)).toEqual(titlesWith(word))
  expect(await search('sparrow 299x')).toEqual([])
})

test('pinned conversations are listed apart, archived ones only in the archive and in searches', async () => {
  const keeper = await app.signUp()
  const { conversationId: kept } = await startConversation(keeper, 'The lighthouse')
  const { conversationId: old } = await startConversation(keeper, 'The ferry')
  const list = async (query = '') =>
    (await keeper.get<Conversation[]>(`/api/conversations${query}`)).map(({ id, pinned, archived }) => ({
      id,
      pinned,
      archived,
    }))
  const change = async (id: string, body: object) =>
    (await keeper.request('PATCH', `/api/conversations/${id}`, body)).status
  const plain = { pinned: false, archived: false }

  expect(await change(kept, { pinned: true })).toBe(200)
  expect(await change(old, { archived: true })).toBe(200)
  expect(await list()).toEqual([{ ...plain, id: kept, pinned: true }])
  expect(await list('?show=pinned')).toEqual([{ ...plain, id: kept, pinned: true }])
  expect(await list('?show=archived')).toEqual([{ ...plain, id: old, archived: true }])
  expect(await list('?search=ferry')).toEqual([{ ...plain, id: old, archived: true }])

  // Archiving unpins, pinning brings back.
  expect(await change(kept, { archived: true })).toBe(200)
  expect(await list()).toEqual([])
  expect(await list('?show=pinned')).toEqual([])
  expect(await change(kept, { pinned: true })).toBe(200)
  expect(await list()).toEqual([{ ...plain, id: kept, pinned: true }])

  // So does the next turn.
  await keeper.chat(character.id, 'Back again', { conversationId: old })
  expect(await list()).toEqual([
    { ...plain, id: old },
    { ...plain, id: kept, pinned: true },
  ])

  for (const body of [{}, { pinned: 'yes' }, { pinned: true, archived: true }])
    expect(await change(kept, body)).toBe(400)
  expect(await change(kept, { title: 'The lamp' })).toBe(200)
  expect(await list('?show=pinned')).toEqual([{ ...plain, id: kept, pinned: true }])
})
