import { beforeEach, describe, expect, test } from 'vitest'
import { incompleteLifetime, messageOverhead } from '#server/chat/limits/added-text.ts'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import { type ChatResponse, type Conversation, type ConversationPage, chatLimits } from '#shared/chat.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** MAX_ADDED_TEXT_MB in bytes. */
const limit = 1_000_000

let player: Client

const app = await createSharedApp({ env: { MAX_ADDED_TEXT_MB: '1', FREE_DAILY_MESSAGES: '3' } })
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  player = await app.signUp()
})

const prose = 'She looks up from the ledger and says that the ferry left an hour ago. '
const fill = (size: number) => prose.repeat(Math.ceil(size / prose.length)).slice(0, size)

/** A file of a conversation that counts as so many bytes: of a few long messages. */
function fileOf(bytes: number, first = ''): string {
  const count = Math.ceil(bytes / 30_000)
  let left = bytes - messageOverhead * (count + 1) - Buffer.byteLength(first)
  const messages = Array.from({ length: count }, (_, index) => {
    const size = Math.ceil(left / (count - index))
    left -= size
    const content = `${index === 0 ? first : ''}${fill(size)}`
    return { parent: index === 0 ? null : index - 1, role: 'character', content, status: 'complete', createdAt: 1 }
  })
  return JSON.stringify({ format: 'troupe-conversation', version: 1, leaf: count - 1, messages })
}
const importFile = (text: string, client = player) =>
  client.request<{ conversations: Conversation[]; code: string; error: string }>('POST', '/api/conversations/import', {
    characterId: character.id,
    text,
  })
/** Imports a conversation that counts as so many bytes. */
async function fillAccount(bytes: number): Promise<Conversation> {
  const { status, body } = await importFile(fileOf(bytes))
  expect(status, body.error).toBe(201)
  return body.conversations[0] as Conversation
}
/** A short conversation that counts as so many bytes: the safety policy takes long to read that much text. */
async function occupy(bytes: number): Promise<Conversation> {
  const conversation = await fillAccount(3_000)
  await app.change('conversations', { id: conversation.id }, { added_bytes: bytes })
  return conversation
}
const stored = async (client = player) => {
  const { db } = app.context
  const conversations = await app.rows('conversations', { user_id: client.id }, 'id', 'added_bytes')
  const messages = db.selectFrom('messages').select('id')
  const ids = conversations.map(({ id }) => id)
  return {
    conversations,
    bytes: conversations.reduce((sum, row) => sum + row.added_bytes, 0),
    messages: ids.length === 0 ? 0 : (await messages.where('conversation_id', 'in', ids).execute()).length,
  }
}
const leafOf = async (id: string) => (await player.conversation(id)).messages.at(-1)
const copy = async (id: string, messageId?: string) =>
  player.request<{ conversation: Conversation; code: string; error: string }>('POST', `/api/conversations/${id}/copy`, {
    messageId: messageId ?? (await leafOf(id))?.id,
  })
const send = (more: object = {}) =>
  player.request<ChatResponse & { code: string; error: string }>('POST', '/api/chat', {
    characterId: character.id,
    message: 'Hello',
    ...more,
  })
/** Refused, and nothing was stored, charged or changed. */
async function expectRefused(request: () => Promise<{ status: number; body: { code: string; error: string } }>) {
  const before = await stored()
  const { status, body } = await request()
  expect([status, body.code], body.error).toEqual([403, 'added_text_limit'])
  expect(await stored()).toEqual(before)
  return body.error
}

describe('imports', () => {
  test('fill the account exactly, and the next one is refused with what is used and what to do', async () => {
    await fillAccount(600_000)
    const error = await expectRefused(() => importFile(fileOf(400_001)))
    expect(error).toBe(
      'Your imported, copied and edited text takes 0.6 MB of 1 MB, and this needs 0.5 MB. Nothing was stored. Delete conversations that you no longer need (their space is free 30 days later), or ask the people who run this site for more.',
    )
    await fillAccount(400_000)
    expect((await stored()).bytes).toBe(limit)
    await expectRefused(() => importFile(fileOf(20_000)))
    expect((await importFile(fileOf(900_000), await app.signUp())).status, 'another account').toBe(201)
  })

  test('count in bytes, and the row of each message', async () => {
    await fillAccount(10_000)
    const { conversations } = (await importFile(fileOf(50_000, 'é€🎭'))).body
    expect(conversations).toHaveLength(1)
    const { content } = (await player.conversation(conversations[0]?.id)).messages[0] ?? {}
    expect(content?.startsWith('é€🎭')).toBe(true)
    expect((await stored()).bytes).toBe(60_000)
    await occupy(840_000)
    const lines = Array.from({ length: 900 }, () => '{"name":"Ada","mes":"Hm."}')
    await expectRefused(() => importFile(['{"user_name":"Sam","character_name":"Ada"}', ...lines].join('\n')))
  })

  test('of several conversations are stored whole or not at all', async () => {
    const history = (size: number) => ({
      msgs: [{ src: { is_human: false, name: 'Ada' }, text: fill(size) }],
    })
    const file = (...sizes: number[]) => JSON.stringify({ histories: { histories: sizes.map(history) } })
    await occupy(930_000)
    await expectRefused(() => importFile(file(30_000, 39_000)))
    expect((await importFile(file(30_000, 30_000))).body.conversations).toHaveLength(2)
  })
})

test('copies count like what they copy, with the notes, and are refused above the limit', async () => {
  const { id } = await fillAccount(40_000)
  const notes = { scene: 'Åland.', note: 'Short answers.' }
  await player.put(`/api/conversations/${id}/notes`, notes)
  const { status, body } = await copy(id)
  expect(status).toBe(201)
  const { conversations, bytes } = await stored()
  const row = await app.row('conversations', { id }, 'notes')
  const copied = 40_000 + Buffer.byteLength(row?.notes ?? '')
  expect(conversations.map(({ added_bytes }) => added_bytes)).toEqual([40_000, copied])
  expect(bytes).toBe(40_000 + copied)
  await occupy(890_000)
  const error = await expectRefused(() => copy(id))
  expect(error).toContain('takes 1 MB of 1 MB')
  const first = (await player.conversation(body.conversation.id)).messages[0]?.id
  expect((await copy(body.conversation.id, first)).status, 'a short path still has room').toBe(201)
})

describe('histories', () => {
  const history = (size: number) => Array.from({ length: 10 }, () => ({ role: 'user', content: fill(size / 10) }))

  test('that begin a conversation count, and are refused above the limit without a charge', async () => {
    const { body } = await send({ conversationHistory: history(100_000) })
    expect((await stored()).conversations).toEqual([
      { id: body.conversationId, added_bytes: 100_000 + 10 * messageOverhead },
    ])
    await occupy(800_000)
    await expectRefused(() => send({ conversationHistory: history(100_000) }))
    const answer = await send({ conversationHistory: history(50_000) })
    expect([answer.status, answer.body.messagesLeft], 'the refused turn was not charged').toEqual([200, 1])
  })

  test('are not stored, and do not count, in a conversation that exists', async () => {
    const { id } = await occupy(limit)
    expect((await send({ conversationId: id, conversationHistory: history(100_000) })).status).toBe(200)
    expect((await stored()).bytes).toBe(limit)
  })
})

test('an edited reply counts, and is refused above the limit', async () => {
  const { conversationId: id, messageId } = (await send()).body
  const edit = (content: string, reply: string) =>
    player.request<ConversationPage & { code: string; error: string }>(
      'POST',
      `/api/conversations/${id}/replies/${reply}/edit`,
      { content, leafId: reply },
    )
  const page = (await edit('The ferry is late.', messageId)).body
  const edited = page.messages.at(-1)?.id ?? ''
  expect((await stored()).bytes).toBe(messageOverhead + 'The ferry is late.'.length)
  await occupy(960_000)
  await expectRefused(() => edit(fill(39_000), edited))
  expect(await leafOf(id)).toMatchObject({ id: edited, content: 'The ferry is late.' })
  expect((await edit(fill(30_000), edited)).status).toBe(200)
})

test('turns, new conversations and exports go on in a full account', async () => {
  const { id } = await occupy(limit)
  const answer = await send({ conversationId: id })
  expect(answer.status).toBe(200)
  expect((await send()).status).toBe(200)
  expect((await player.request('POST', '/api/conversations', { characterId: character.id })).status).toBe(201)
  expect((await player.raw(`/api/conversations/${id}/export`)).status).toBe(200)
  expect((await stored()).bytes).toBe(limit)
})

test('a deleted conversation counts until it is purged, and frees its space then', async () => {
  const { id } = await occupy(limit)
  expect((await player.request('DELETE', `/api/conversations/${id}`)).status).toBe(204)
  await purgeConversations(app.context)
  await expectRefused(() => importFile(fileOf(20_000)))
  app.clock.advance(chatLimits.undoWindow + 1)
  const { username } = player.user ?? {}
  await player.post('/api/auth/login', { username, password: 'quiet-harbor' })
  await purgeConversations(app.context)
  expect((await stored()).bytes).toBe(0)
  await fillAccount(20_000)
})

test.each(['copy', 'import'])('a %s that fails leaves nothing, and does not count', async (kind) => {
  const { id } = await fillAccount(400_000)
  const { transact } = app.context
  let transactions = 0
  const fails: typeof transact = (work) => {
    transactions += 1
    if (transactions === 3) throw new Error('disk error')
    return transact(work)
  }
  const before = await stored()
  Object.assign(app.context, { transact: fails })
  const { status } = await (kind === 'copy' ? copy(id) : importFile(fileOf(500_000)))
  Object.assign(app.context, { transact })
  expect([status, transactions >= 3]).toEqual([500, true])
  expect(await stored()).toEqual(before)
})

test('what a crash has left of a copy or an import counts for an hour', async () => {
  const { id } = await fillAccount(40_000)
  const { body } = await copy(id)
  await occupy(850_000)
  const incomplete = { started_at: null, expires_at: app.context.clock.now() + incompleteLifetime }
  const { db } = app.context
  await db.updateTable('conversations').set(incomplete).where('id', '=', body.conversation.id).execute()
  await expectRefused(() => importFile(fileOf(80_000)))
  app.clock.advance(incompleteLifetime + 1)
  await fillAccount(80_000)
})
