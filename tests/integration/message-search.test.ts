import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { indexMessages, indexOlder, indexQueued } from '#server/chat/indexing/index-messages.ts'
import { hasWork } from '#server/chat/indexing/queries.ts'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { FoundMessages } from '#shared/message-search.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000000' } })
const character = await createCharacter(await app.signUp('author'), {
  name: 'Wren',
  greeting: 'Good evening, traveller.',
})
const player = await app.signUp()

const send = (message: string, conversationId?: string, client = player) =>
  client.chat(character.id, message, { conversationId })
const urlOf = ({ conversationId }: { conversationId: string }) => `/api/conversations/${conversationId}`
const open = (turn: ChatResponse) => player.get<ConversationPage>(urlOf(turn))

/** The server's own indexer runs too; on PostgreSQL only one of them at a time. */
async function index() {
  await waitForReplies(app)
  const isDone = async () => {
    while ((await indexQueued(app.context)) || (await indexOlder(app.context)));
    return !(await hasWork(app.context.db))
  }
  await expect.poll(isDone).toBe(true)
}

const request = (search: string, more: Record<string, string> = {}, client = player) =>
  client.get<FoundMessages>(`/api/messages?${new URLSearchParams({ search, ...more })}`)

/** The ids of what is found, newest first. */
async function find(search: string, client = player): Promise<string[]> {
  await index()
  return (await request(search, {}, client)).found.map(({ messageId }) => messageId)
}

test('a message is found by words, the beginning of the last one, and a phrase; without case and accents', async () => {
  const { userMessageId: id } = await send('The Éclair was left on the *marble* counter, they said.')
  for (const search of [
    'eclair',
    'ÉCLAIR counter',
    'counter eclair',
    'marble cou',
    '"on the marble counter"',
    '"ECLAIR was left"',
    '"marble coun',
    'said “left on the”',
    "'marble'",
  ]) {
    expect(await find(search), search).toEqual([id])
  }
  for (const search of ['ecla counter', 'eclair teapot', '"marble the"', '"marble coun"', 'clair', '!!!', '""', 'm']) {
    expect(await find(search), search).toEqual([])
  }
})

test('texts without spaces between words are found by any part of them', async () => {
  const { userMessageId: japanese } = await send('春琴抄の猫は屋根の上で眠っている。')
  const { userMessageId: thai } = await send('แมวนอนอยู่บนหลังคา')
  const { userMessageId: mixed } = await send('Tokyo東京タワーへ行きましょう')
  expect(await find('猫')).toEqual([japanese])
  expect(await find('屋根の上')).toEqual([japanese])
  expect(await find('根屋')).toEqual([])
  expect(await find('"猫は屋根"')).toEqual([japanese])
  expect(await find('นอน หลังคา')).toEqual([thai])
  expect(await find('ﾀﾜｰ')).toEqual([mixed])
  expect(await find('tokyo タワー')).toEqual([mixed])
  expect(await find('"tokyo 東京タワー')).toEqual([mixed])
})

test('a result says who said it, when and where, with the match in its context', async () => {
  const long = `${'Nothing happens here. '.repeat(30)}Then the *gilded* astrolabe turned.${' And so on.'.repeat(40)}`
  const turn = await send(long)
  await index()
  const { found, nextCursor, isIndexing } = await request('astrol')
  expect({ nextCursor, isIndexing }).toEqual({ nextCursor: null, isIndexing: false })
  const [{ snippet, ...result } = { snippet: [] }] = found
  expect(result).toMatchObject({
    messageId: turn.userMessageId,
    speaker: null,
    createdAt: expect.any(Number),
    isOnActivePath: true,
    conversation: { id: turn.conversationId, characterName: 'Wren' },
  })
  expect(snippet.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'astrolabe', isMatch: true }])
  const text = snippet.map((part) => part.text).join('')
  expect(text).toContain('Then the gilded astrolabe turned. And so on.')
  expect(text.length).toBeLessThan(240)
})

test('a result names the character who said it in a scene', async () => {
  const turn = await send('Who has seen the amaranth gate?')
  const { db } = app.context
  const other = { character_id: 'other', character_name: 'Juno', character_avatar: '', character_category: 'Drama' }
  const joined = { conversation_id: turn.conversationId, position: 1, joined_at: 0, left_at: null }
  await db
    .insertInto('conversation_participants')
    .values({ ...other, ...joined })
    .execute()
  await waitForReplies(app)
  await app.change('messages', { id: turn.messageId }, { content: 'The amaranth gate is open.', speaker_id: 'other' })
  await index()
  const { found } = await request('amaranth')
  expect(found.map(({ speaker }) => speaker)).toEqual(['Juno', null])
})

test('a message is found on every branch, and the result says whether the conversation shows it', async () => {
  const turn = await send('Tell me of the quartz road')
  const edited = await player.post<ChatResponse>(`${urlOf(turn)}/messages/${turn.userMessageId}/edit`, {
    content: 'Tell me of the quartz river',
  })
  await index()
  const { found } = await request('quartz')
  expect(found.map(({ messageId, isOnActivePath }) => [messageId, isOnActivePath])).toEqual([
    [edited.userMessageId, true],
    [turn.userMessageId, false],
  ])
})

test('what was edited, continued, imported or begun with is found as it reads now', async () => {
  const turn = await send('Say something')
  const leafId = (await open(turn)).messages.at(-1)?.id ?? ''
  await player.post(`${urlOf(turn)}/replies/${turn.messageId}/edit`, { content: 'A porcelain answer', leafId })
  expect(await find('porcelain')).toHaveLength(1)

  const jsonl = [
    { user_name: 'You', character_name: 'Wren', chat_metadata: {} },
    { name: 'You', is_user: true, mes: 'Where is the basilisk?' },
    { name: 'Wren', is_user: false, mes: 'Under the basilisk stairs.' },
  ]
  await player.post('/api/conversations/import', {
    characterId: character.id,
    text: jsonl.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(await find('basilisk')).toHaveLength(2)

  const conversationHistory = [{ role: 'assistant', content: 'The zeppelin is leaving.' }]
  await player.chat(character.id, 'Wait for me!', { conversationHistory })
  expect(await find('zeppelin leaving')).toHaveLength(1)
})

test('a greeting is found once its conversation has begun', async () => {
  const other = await app.signUp()
  const page = await other.begin(character.id)
  expect(await find('traveller', other)).toEqual([])
  await send('Hello', page.conversation.id, other)
  expect(await find('traveller', other)).toEqual([page.messages[0]?.id])
})

test('the text of a reply is found when it is final and not before', async () => {
  const { gapMs, tokens } = app.upstream.pace
  Object.assign(app.upstream.pace, { gapMs: 60_000, tokens: 100 })
  const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Go on' } })
  const { data: begun } = await stream.take<ChatResponse>()
  await app.change('messages', { id: begun.messageId }, { content: 'A peregrine begin' })
  await indexMessages(app.context)
  expect((await request('peregrine')).found).toEqual([])
  await player.post(`${urlOf(begun)}/replies/${begun.messageId}/stop`)
  await stream.rest()
  Object.assign(app.upstream.pace, { gapMs, tokens })

  const turn = await send('And then?')
  expect(await find(`"${turn.response.split(' ').slice(0, 6).join(' ')}`)).toContain(turn.messageId)
})

test('what is deleted, redacted or another user’s is not found, and what is restored is', async () => {
  const first = await send('The obsidian door')
  const second = await send('The obsidian key', first.conversationId)
  const leafId = (await open(first)).messages.at(-1)?.id ?? ''
  const other = await app.signUp()
  await send('An obsidian of my own', undefined, other)
  expect(await find('obsidian')).toEqual([second.userMessageId, first.userMessageId])

  const message = `${urlOf(first)}/messages/${second.userMessageId}`
  const { body } = await player.request<ConversationPage>('DELETE', `${message}?leafId=${leafId}`)
  expect(await find('obsidian')).toEqual([first.userMessageId])
  await player.post(`${message}/restore`, { leafId: body.messages.at(-1)?.id })
  expect(await find('obsidian')).toEqual([second.userMessageId, first.userMessageId])

  await player.request('DELETE', urlOf(first))
  expect(await find('obsidian')).toEqual([])
  await player.post(`${urlOf(first)}/restore`)
  await app.change('messages', { id: second.userMessageId ?? '' }, { content: '', status: 'redacted' })
  expect(await find('obsidian')).toEqual([first.userMessageId])
  const indexed = await app.rows('message_search', { message_id: second.userMessageId ?? '' }, 'message_id')
  expect(indexed).toEqual([])
})

test('pages go on where the last one ended, also far back', async () => {
  const turn = await send('The first of many')
  await fillConversation(app.context, turn.conversationId, 1_500)
  await index()
  const read = async (search: string, limit: string) => {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: FoundMessages = await request(search, { limit, ...(cursor ? { cursor } : {}) })
      ids.push(...page.found.map(({ messageId }) => messageId))
      cursor = page.nextCursor
    }
    expect(new Set(ids).size).toBe(ids.length)
    return ids.length
  }
  expect(await read('counsel lamp', '50')).toBe(1_500)
  expect(await read('"first of many"', '20')).toBe(1)
  expect(await read('"message 7"', '20')).toBe(1)
  // Words that are never next to each other.
  expect(await read('"counsel rain"', '20')).toBe(0)
  const bad = await player.request('GET', '/api/messages?search=lamp&cursor=nonsense')
  expect(bad).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('pages go on from one part of the index to the next', async () => {
  const other = await app.signUp()
  const turn = await send('A saffron morning', undefined, other)
  await index()
  if (app.context.dialect === 'postgres') {
    // As if the user had about so many messages: the next ones begin another part.
    await sql`update message_search set position = position + 4085 where user_id = ${other.id}`.execute(app.context.db)
  }
  const sent = [turn.userMessageId]
  for (let count = 0; count < 10; count++) {
    const { userMessageId } = await send(`A saffron lamp, ${count}`, turn.conversationId, other)
    sent.unshift(userMessageId)
  }
  await index()
  const found: (string | undefined)[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: FoundMessages = await request('saffron', { limit: '4', ...(cursor ? { cursor } : {}) }, other)
    found.push(...page.found.map(({ messageId }) => messageId))
    cursor = page.nextCursor
  }
  expect(found).toEqual(sent)
  expect(await find('"saffron lamp" 3', other)).toEqual([sent[6]])
})

test('messages from before the index are indexed in the background, in their order', async () => {
  const turn = await send('A cerulean afterthought')
  await index()
  const { db } = app.context
  // As an update finds them.
  await db.deleteFrom('message_search').execute()
  await db.insertInto('message_search_backfill').values({ before_message_id: '~', next_id: 999_999_999 }).execute()
  const later = await send('A cerulean thought', turn.conversationId)
  await index()
  const { found, isIndexing } = await request('cerulean')
  expect(found.map(({ messageId }) => messageId)).toEqual([later.userMessageId, turn.userMessageId])
  expect(isIndexing).toBe(false)
  expect(await find('eclair')).toHaveLength(1)
})

test('an erased account leaves the index', async () => {
  const other = await app.signUp()
  const { conversationId } = await send('Vermilion', undefined, other)
  expect(await find('vermilion', other)).toHaveLength(1)
  await other.request('DELETE', `/api/conversations/${conversationId}`)
  app.clock.advance(31 * 24 * 60 * 60_000)
  await purgeConversations(app.context)
  const rows = await app.rows('message_search', { user_id: other.id }, 'id')
  expect(rows).toEqual([])
})
