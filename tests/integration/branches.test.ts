import { beforeEach, expect, test } from 'vitest'
import { branchLimits, type StoryMap } from '#shared/branches.ts'
import type { ChatResponse, Conversation, ConversationPage } from '#shared/chat.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

let player: Client
let turn: ChatResponse

const app = await createSharedApp()
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  player = await app.signUp()
  turn = await player.chat(character.id, 'Hello')
})

const url = (more = '', id = turn.conversationId) => `/api/conversations/${id}${more}`
const open = (id?: string) => player.get<ConversationPage>(url('', id))
const readMap = (id?: string) => player.get<StoryMap>(url('/map', id))
const regenerate = () => player.post<ChatResponse>(url('/replies'), { messageId: turn.messageId })
const setName = (name: string, messageId = turn.messageId) =>
  player.request('PUT', url(`/messages/${messageId}/name`), { name })
const leafOf = async () => (await open()).messages.at(-1)?.id ?? ''

test('the map has every branch, and none that was deleted', async () => {
  const other = await regenerate()
  const { messages } = await open()
  const map = await readMap()
  expect(map).toMatchObject({ leafId: other.messageId, isWhole: true })
  const parents = Object.fromEntries(map.messages.map(({ id, parentId }) => [id, parentId]))
  expect(parents).toEqual({
    [messages[0]?.id ?? '']: null,
    [turn.userMessageId ?? '']: messages[0]?.id,
    [turn.messageId]: turn.userMessageId,
    [other.messageId]: turn.userMessageId,
  })
  const sent = map.messages.find(({ id }) => id === turn.userMessageId)
  expect(sent).toMatchObject({ role: 'user', text: 'Hello', status: 'complete' })
  await player.request('DELETE', url(`/messages/${turn.messageId}?leafId=${other.messageId}`))
  expect((await readMap()).messages.map(({ id }) => id)).not.toContain(turn.messageId)
})

test('the map shows the start of a text', async () => {
  const message = `One two ${'three '.repeat(100)}`
  const body = { characterId: character.id, conversationId: turn.conversationId, message }
  const { userMessageId } = await player.post<ChatResponse>('/api/chat', body)
  const text = (await readMap()).messages.find(({ id }) => id === userMessageId)?.text ?? ''
  expect(text.startsWith('One two three three')).toBe(true)
  expect(text).toHaveLength(branchLimits.preview)
})

test('the map of a long conversation is bounded, and says so', async () => {
  await fillConversation(app.context, turn.conversationId, branchLimits.mapMessages)
  const map = await readMap()
  expect(map.messages).toHaveLength(branchLimits.mapMessages)
  expect(map.isWhole).toBe(false)
  expect(map.messages.at(-1)?.id).toBe(map.leafId)
})

test('a branch is named, renamed, and loses its name', async () => {
  const other = await regenerate()
  expect((await setName('  The\n cellar ')).status).toBe(204)
  const named = { [turn.messageId]: 'The cellar' }
  expect((await open()).messages.at(-1)?.names).toEqual(named)
  expect((await readMap()).messages.find(({ id }) => id === turn.messageId)?.name).toBe('The cellar')
  await setName('The attic')
  await setName('The roof', other.messageId)
  expect((await open()).messages.at(-1)?.names).toEqual({
    [turn.messageId]: 'The attic',
    [other.messageId]: 'The roof',
  })
  await setName('')
  await setName('', other.messageId)
  expect((await open()).messages.at(-1)).not.toHaveProperty('names')
  expect(await setName('x'.repeat(branchLimits.name + 1))).toMatchObject({ status: 400 })
})

test('the name of a branch stays with it when its first reply is edited, and is restored with it', async () => {
  await setName('The cellar')
  const body = { content: 'Another text.', leafId: await leafOf() }
  const { messages } = await player.post<ConversationPage>(url(`/replies/${turn.messageId}/edit`), body)
  const edited = messages.at(-1)?.id ?? ''
  expect(messages.at(-1)?.names).toEqual({ [edited]: 'The cellar' })
  await player.request('DELETE', url(`/messages/${edited}?leafId=${edited}`))
  expect((await open()).messages.at(-1)).not.toHaveProperty('names')
  const restored = { leafId: await leafOf() }
  const page = await player.post<ConversationPage>(url(`/messages/${edited}/restore`), restored)
  expect(page.messages.at(-1)?.names).toEqual({ [edited]: 'The cellar' })
})

test('names of branches are in an exported file that is imported again', async () => {
  await setName('The cellar')
  const text = await (await player.raw(url('/export'))).text()
  const { conversations } = await player.post<{ conversations: Conversation[] }>('/api/conversations/import', {
    characterId: character.id,
    text,
  })
  const [imported] = conversations
  expect((await readMap(imported?.id)).messages.flatMap(({ name }) => name ?? [])).toEqual(['The cellar'])
})

test('the story up to a message is copied to a conversation of its own', async () => {
  const other = await regenerate()
  await setName('The cellar')
  await player.request('PATCH', url(), { title: 'A storm', pinned: true })
  const before = await open()
  const copy = await player.post<{ conversation: Conversation }>(url('/copy'), { messageId: turn.messageId })
  const { id } = copy.conversation
  expect(copy.conversation).toMatchObject({ title: 'A storm (branch)', messageCount: 3, pinned: false })
  expect(await open()).toEqual(before)
  const page = await open(id)
  const said = ({ role, content, createdAt }: { role: string; content: string; createdAt: number }) => ({
    role,
    content,
    createdAt,
  })
  const original = await player.get<{ content: string }>(url(`/messages/${turn.messageId}`))
  expect(page.messages.map(said).slice(0, 2)).toEqual(before.messages.map(said).slice(0, 2))
  expect(page.messages.at(-1)).toMatchObject({
    content: original.content,
    names: { [page.messages.at(-1)?.id ?? '']: 'The cellar' },
  })
  expect(page.messages.map((message) => message.id)).not.toContain(other.messageId)
  const list = await player.get<Conversation[]>('/api/conversations?search=storm')
  expect(list.map((one) => one.id).sort()).toEqual([id, turn.conversationId].sort())
  const reply = await player.chat(character.id, 'And then?', { conversationId: id })
  expect(reply.conversationId).toBe(id)
  expect((await open(id)).messages).toHaveLength(5)
})

test('a reply that is being written is not copied', async () => {
  Object.assign(app.upstream.pace, { gapMs: 60_000 })
  const body = { characterId: character.id, conversationId: turn.conversationId, message: 'More' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const begun = await stream.take<{ messageId: string }>()
  const refused = await player.request('POST', url('/copy'), { messageId: begun.data.messageId })
  expect(refused).toMatchObject({ status: 409, body: { code: 'turn_in_progress' } })
  await player.post(url(`/replies/${begun.data.messageId}/stop`))
  await stream.rest()
  Object.assign(app.upstream.pace, { gapMs: 0 })
})

test('an older page reaches back to a message', async () => {
  await fillConversation(app.context, turn.conversationId, 600)
  const { messages } = await open()
  const before = messages[0]?.id
  const page = await player.get<ConversationPage>(url(`?before=${before}&through=${turn.messageId}&limit=50`))
  expect(page.messages.at(-1)?.id).toBe(messages[0]?.parentId)
  expect(page.messages.map(({ id }) => id).slice(0, 2)).toEqual([turn.userMessageId, turn.messageId])
})

test('a copy has the characters of the scene, and prompts that begin where those of the original do', async () => {
  const { db } = app.context
  const { id: character_id, name: character_name } = await createCharacter(player, { name: 'Old Tomas' })
  const participant = { character_id, character_name, character_avatar: '', character_category: 'Drama', position: 1 }
  const joined = { ...participant, joined_at: 1, left_at: null }
  await db
    .insertInto('conversation_participants')
    .values({ ...joined, conversation_id: turn.conversationId })
    .execute()
  const said = { speaker_id: character_id, audience: '[]', anchor_id: turn.userMessageId }
  await db.updateTable('messages').set(said).where('id', '=', turn.messageId).execute()
  const { conversation } = await player.post<{ conversation: Conversation }>(url('/copy'), {
    messageId: turn.messageId,
  })
  const map = await readMap(conversation.id)
  expect(map.messages.map(({ role, speaker }) => (role === 'user' ? 'the player' : speaker)).sort()).toEqual([
    'Old Tomas',
    'the player',
    undefined,
  ])
  const participants = await app.rows('conversation_participants', { conversation_id: conversation.id })
  expect(participants).toMatchObject([{ ...joined, conversation_id: conversation.id }])
  const { messages } = await open(conversation.id)
  const copied = await app.row('messages', { id: messages.at(-1)?.id ?? '' }, 'speaker_id', 'audience', 'anchor_id')
  expect(copied).toEqual({ ...said, anchor_id: messages.at(-2)?.id })
})
