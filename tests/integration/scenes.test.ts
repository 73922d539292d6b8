import { beforeEach, expect, test } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse, ConversationPage, Message } from '#shared/chat.ts'
import { sceneLimits, type TurnOrder } from '#shared/scenes.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createOwnApp, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

let player: Client

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '8' } })
const author = await app.signUp('author')
const ada = await createCharacter(author, {
  name: 'Ada Quill',
  description: 'Keeps the lighthouse.',
  definition: 'ADA-CARD',
})
const ines = await createCharacter(author, { name: 'Inès', description: 'Rows the ferry.', definition: 'INES-CARD' })
const bo = await createCharacter(author, { name: 'Bo', description: 'Sells charts.', definition: 'BO-CARD' })
beforeEach(async () => {
  player = await app.signUp()
  app.upstream.failure = null
})

async function createScene(others: Character[], turnOrder: TurnOrder = 'round'): Promise<ConversationPage> {
  const participantIds = others.map(({ id }) => id)
  return player.post('/api/conversations', { characterId: ada.id, participantIds, turnOrder })
}

const open = ({ conversation }: ConversationPage) =>
  player.get<ConversationPage>(`/api/conversations/${conversation.id}?limit=200`)

/** Sends a message and waits until it is the player's turn again. */
async function send(
  { conversation }: ConversationPage,
  message: string,
  speakerId?: string,
): Promise<ConversationPage> {
  const body = { characterId: ada.id, conversationId: conversation.id, message, speakerId }
  await player.post<ChatResponse>('/api/chat', body)
  await waitForReplies(app)
  return player.get(`/api/conversations/${conversation.id}?limit=200`)
}

const speakers = ({ messages }: ConversationPage) =>
  messages.map(({ role, speakerId }) => (role === 'user' ? 'player' : nameOf(speakerId ?? ada.id)))
const nameOf = (id: string) => [ada, ines, bo].find((one) => one.id === id)?.name
const audiences = ({ messages }: ConversationPage) =>
  messages.map(({ audience = [ada.id] }) => audience.map(nameOf).join(' '))
const leafOf = ({ messages }: ConversationPage) => messages.at(-1)?.id ?? null
const prompt = (back = 1) =>
  ((app.upstream.requests.at(-back)?.body.messages ?? []) as { role: string; content: string }[])
    .map(({ role, content }) => `${role}: ${content}`)
    .join('\n')
const join = (page: ConversationPage, { id }: Character, leafId = leafOf(page)) =>
  player.request<ConversationPage>('POST', `/api/conversations/${page.conversation.id}/participants`, {
    characterId: id,
    leafId,
  })
const leave = (page: ConversationPage, { id }: Character) =>
  player.request<ConversationPage>(
    'DELETE',
    `/api/conversations/${page.conversation.id}/participants/${id}?leafId=${leafOf(page)}`,
  )

test('by round, a message is answered by everybody once, each reply in the name of its speaker', async () => {
  const scene = await createScene([ines, bo])
  expect(scene.scene).toMatchObject({
    turnOrder: 'round',
    participants: [
      { name: 'Ada Quill', present: true, available: true },
      { name: 'Inès', present: true },
      { name: 'Bo', present: true },
    ],
  })
  const page = await send(scene, 'Good evening.')
  expect(speakers(page)).toEqual(['Ada Quill', 'player', 'Inès', 'Bo', 'Ada Quill'])
  expect(page.messages.at(-1)?.status).toBe('complete')
  expect(new Set(audiences(page))).toEqual(new Set(['Ada Quill Inès Bo']))
  expect(page.messagesLeft).toBe(8 - 3)
  expect(speakers(await send(page, ''))).toHaveLength(6)

  const last = prompt(2)
  expect(last).toContain('ADA-CARD')
  expect(last).not.toContain('INES-CARD')
  expect(last).toContain('- Inès: Rows the ferry.')
  expect(last).toContain('user: player-1: Good evening.'.replace('player-1', player.user?.username ?? ''))
  expect(last).toContain('user: Inès: ')
  expect(app.upstream.requests.at(-2)?.body.stop).toContain('\nBo:')
})

test('who is addressed answers, by hand who is picked does, and a message that names nobody goes round', async () => {
  const scene = await createScene([ines, bo], 'addressed')
  expect(speakers(await send(scene, 'bo, and you, Ines?'))).toEqual(['Ada Quill', 'player', 'Bo', 'Inès'])
  const url = `/api/conversations/${scene.conversation.id}`
  await player.put(`${url}/turn-order`, { turnOrder: 'manual' })
  expect(speakers(await send(scene, 'Bo?', ines.id)).slice(4)).toEqual(['player', 'Inès'])
  expect(speakers(await send(scene, 'And now?')).slice(6)).toEqual(['player', 'Bo'])
  const stranger = await createCharacter(author)
  const body = { characterId: ada.id, conversationId: scene.conversation.id, message: 'You?', speakerId: stranger.id }
  expect((await player.request('POST', '/api/chat', body)).status).toBe(400)
  await player.put(`${url}/turn-order`, { turnOrder: 'addressed' })
  expect(speakers(await send(scene, 'Who else?')).slice(8)).toEqual(['player', 'Ada Quill', 'Inès', 'Bo'])
})

test('each reply of a round begins with the end of the one before, which names it', async () => {
  const { conversation } = await createScene([ines])
  const body = { characterId: ada.id, conversationId: conversation.id, message: 'Good evening.' }
  const events = await (await player.stream('POST', '/api/chat', { body })).rest()
  expect(events[0]).toMatchObject({ event: 'turn', data: { speakerId: ines.id } })
  const next = events.at(-1)?.data.next as { messageId: string }
  expect(events.at(-1)?.data.next).toMatchObject({ speakerId: ada.id, messagesLeft: 6 })
  const joined = await player.stream('GET', `/api/conversations/${conversation.id}/replies/${next.messageId}/events`)
  expect((await joined.rest()).at(-1)).toMatchObject({ event: 'done', data: { messageId: next.messageId } })
})

test('a stop ends the round', async () => {
  const scene = await createScene([ines, bo])
  Object.assign(app.upstream.pace, { gapMs: 60_000, tokens: 100 })
  const body = { characterId: ada.id, conversationId: scene.conversation.id, message: 'Good evening.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const { data } = await stream.take<{ messageId: string }>()
  await stream.take()
  await player.post(`/api/conversations/${scene.conversation.id}/replies/${data.messageId}/stop`)
  expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted', next: null } })
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
  expect(speakers(await open(scene))).toEqual(['Ada Quill', 'player', 'Inès'])
})

test('a round that a restart cuts off goes on where it was when the player lets the scene go on', async () => {
  const scene = await createScene([ines, bo])
  Object.assign(app.upstream.pace, { gapMs: 60_000, tokens: 100 })
  const body = { characterId: ada.id, conversationId: scene.conversation.id, message: 'Good evening.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  await stream.take()
  await stream.take()
  await app.restart()
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
  const cut = await open(scene)
  expect(speakers(cut)).toEqual(['Ada Quill', 'player', 'Inès'])
  expect(cut.messages.at(-1)?.status).toBe('interrupted')
  const page = await send(scene, '')
  expect(speakers(page)).toEqual(['Ada Quill', 'player', 'Inès', 'Bo', 'Ada Quill'])
  // The reply that was cut off was refunded.
  expect(page.messagesLeft).toBe(8 - 2)
  expect(speakers(await send(scene, ''))).toHaveLength(6)
})

test('a round that the end of the day’s messages cuts off goes on the next day, and one that was stopped does not', async () => {
  const scene = await createScene([ines, bo])
  for (const message of ['One.', 'Two.']) await send(scene, message)
  const last = await send(scene, 'Three.')
  expect([last.messagesLeft, speakers(last).slice(-3)]).toEqual([0, ['player', 'Inès', 'Bo']])
  app.clock.advance(24 * 60 * 60 * 1000)
  expect(speakers(await send(scene, '')).slice(-3)).toEqual(['Inès', 'Bo', 'Ada Quill'])

  Object.assign(app.upstream.pace, { gapMs: 60_000, tokens: 100 })
  const body = { characterId: ada.id, conversationId: scene.conversation.id, message: 'Four.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const { data } = await stream.take<{ messageId: string }>()
  await stream.take()
  await player.post(`/api/conversations/${scene.conversation.id}/replies/${data.messageId}/stop`)
  await stream.rest()
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
  expect(speakers(await send(scene, '')).slice(-3)).toEqual(['player', 'Inès', 'Bo'])
})

test('each reply of a round counts in the minute of its player', async () => {
  const limited = await createOwnApp({ env: { FREE_DAILY_MESSAGES: '100', RATE_LIMITS: 'on' } })
  const client = await limited.signUp()
  const [own, ...others] = await Promise.all(['Ada', 'Ines', 'Bo'].map((name) => createCharacter(client, { name })))
  const participantIds = others.map(({ id }) => id)
  const begun = { characterId: own?.id, participantIds, turnOrder: 'round' }
  const { conversation } = await client.post<ConversationPage>('/api/conversations', begun)
  const say = (message: string) =>
    client.request('POST', '/api/chat', { characterId: own?.id, conversationId: conversation.id, message })
  for (let round = 0; round < 9; round++) {
    expect((await say('Go on.')).status).toBe(200)
    await waitForReplies(limited)
  }
  // 27 of 30 replies are used: the tenth message gets three answers, the eleventh none.
  await say('And now?')
  await waitForReplies(limited)
  expect(await say('And then?')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  const { messages } = await client.get<ConversationPage>(`/api/conversations/${conversation.id}?limit=200`)
  expect(messages.filter(({ role }) => role === 'character')).toHaveLength(1 + 30)
})

test('who joins knows nothing of what was said before, and who has left nothing of what is said meanwhile', async () => {
  const begun = await player.chat(ada.id, 'SECRET-ONE')
  const page = await player.conversation(begun.conversationId)
  expect(page.scene).toBeUndefined()
  const joined = (await join(page, ines)).body
  expect(joined.scene?.participants.map(({ name, present }) => [name, present])).toEqual([
    ['Ada Quill', true],
    ['Inès', true],
  ])
  const second = await send(joined, 'Inès, do you know?')
  expect(prompt()).toContain('INES-CARD')
  expect(prompt()).not.toContain('SECRET-ONE')
  expect(audiences(second).slice(-2)).toEqual(['Ada Quill Inès', 'Ada Quill Inès'])

  const left = (await leave(second, ines)).body
  expect(left.scene?.participants.map(({ present }) => present)).toEqual([true, false])
  const third = await send(left, 'SECRET-TWO')
  expect(prompt()).toContain('(Inès has left.)')
  expect(
    (await player.request('POST', '/api/chat', { ...begun, characterId: ada.id, message: 'Now?', speakerId: ines.id }))
      .status,
  ).toBe(400)
  const back = (await join(third, ines)).body
  await send(back, 'Inès, and now?')
  expect(prompt()).toContain('INES-CARD')
  expect(prompt()).not.toMatch(/SECRET/)
  expect(prompt()).toContain('Inès was away for a while')
})

test('who has left a scene can come back when it has as many characters as it can have, and nobody else can join', async () => {
  const page = await send(await createScene([ines]), 'Good evening.')
  const left = (await leave(page, ines)).body
  // Of deleted characters, which keep their names in the scene.
  const gone = Array.from({ length: sceneLimits.participants - 2 }, (_, index) => ({
    conversation_id: page.conversation.id,
    character_id: app.context.ids.uuid(),
    character_name: 'Gone',
    character_avatar: '',
    character_category: 'Other' as const,
    position: 2 + index,
    joined_at: 0,
    left_at: 0,
  }))
  await app.context.db.insertInto('conversation_participants').values(gone).execute()
  expect((await join(left, bo)).status).toBe(400)
  expect((await join(left, ines)).status).toBe(200)
})

test('joining and leaving follow the branch on which they happened', async () => {
  const scene = await createScene([], 'round')
  const first = await send(scene, 'One.')
  const early = leafOf(first)
  const joined = await send((await join(first, bo)).body, 'Two.', bo.id)
  const url = `/api/conversations/${scene.conversation.id}`
  const earlier = first.messages[0]?.id
  const back = await player.put<ConversationPage>(`${url}/leaf`, {
    messageId: earlier,
    leafId: leafOf(joined),
    endHere: true,
  })
  expect(back.scene?.participants.map(({ present }) => present)).toEqual([true, false])
  const aside = await send(back, 'Another way.')
  expect(audiences(aside).at(-1)).toBe('Ada Quill')
  const again = await player.put<ConversationPage>(`${url}/leaf`, { messageId: early, leafId: leafOf(aside) })
  expect(again.scene?.participants.map(({ present }) => present)).toEqual([true, true])
})

test('versions, edits and continuations keep their speaker and their audience', async () => {
  const page = await send(await createScene([ines, bo], 'manual'), 'Good evening.', bo.id)
  const url = `/api/conversations/${page.conversation.id}`
  const reply = page.messages.at(-1) as Message
  await player.post(`${url}/replies`, { messageId: reply.id })
  expect(prompt()).toContain('BO-CARD')
  const versions = await open(page)
  expect(versions.messages.at(-1)).toMatchObject({ speakerId: bo.id, audience: reply.audience })
  const edit = { content: 'Good night, then.', leafId: leafOf(versions) }
  const edited = await player.post<ConversationPage>(`${url}/replies/${leafOf(versions)}/edit`, edit)
  expect(edited.messages.at(-1)).toMatchObject({ speakerId: bo.id, content: 'Good night, then.' })
  await player.post(`${url}/replies/${leafOf(edited)}/continue`, { length: edit.content.length })
  await waitForReplies(app)
  expect(prompt()).toContain('BO-CARD')
  const asked = page.messages.at(-2) as Message
  await player.post(`${url}/messages/${asked.id}/edit`, { content: 'Good morning.' })
  const answered = await open(page)
  expect(answered.messages.at(-1)?.audience).toEqual(asked.audience)
  await player.post(`${url}/draft`, {})
  expect(prompt()).toContain('write the player')
})

test('only characters that the viewer may chat with join, at most eight, and the last one stays', async () => {
  const mine = await createCharacter(author, { name: 'Hidden', isPublic: false })
  await setAccountType(app, author, { accountType: 'premium' })
  const explicit = await createCharacter(author, { name: 'Late', contentRating: 'explicit' })
  const page = await send(await createScene([]), 'Good evening.')
  for (const refused of [mine, explicit]) expect((await join(page, refused)).status).toBe(404)
  const participantIds = [explicit.id]
  expect((await player.request('POST', '/api/conversations', { characterId: ada.id, participantIds })).status).toBe(404)
  expect((await join(page, ines, page.messages[0]?.id)).status).toBe(409)
  expect((await leave(page, ada)).status).toBe(400)

  const crowd = await Promise.all(
    Array.from({ length: 8 }, (_, at) => createCharacter(author, { name: `Guest ${at}` })),
  )
  for (const guest of crowd.slice(1)) expect((await join(page, guest)).status).toBe(200)
  expect((await join(page, crowd[0] as Character)).status).toBe(400)
  for (const guest of crowd.slice(1)) expect((await leave(page, guest)).status).toBe(200)
  // None of them was present for a message, so all are removed.
  expect((await open(page)).scene).toBeUndefined()
})

test('a deleted character does not speak any more and keeps its name; the others go on', async () => {
  const guest = await createCharacter(author, { name: 'Guest', definition: 'GUEST-CARD' })
  const page = await send(await createScene([guest], 'round'), 'Good evening.')
  await author.request('DELETE', `/api/characters/${guest.id}`)
  const after = await send(page, 'Who is here?')
  expect(after.scene?.participants.at(-1)).toMatchObject({ name: 'Guest', available: false, present: true })
  expect(after.messages.at(-1)?.speakerId).toBe(ada.id)
  const reply = after.messages.find(({ speakerId }) => speakerId === guest.id)
  const url = `/api/conversations/${page.conversation.id}/replies`
  expect((await player.request('POST', url, { messageId: reply?.id })).status).toBe(404)
})

test('a character that is presented as a minor counts for every text of the scene', async () => {
  const child = await createCharacter(author, { name: 'Lily', description: 'A cheerful 12-year-old girl.' })
  const message = 'She slowly takes off her blouse and they have sex.'
  const alone = await createScene([])
  const body = { characterId: ada.id, message }
  await setAccountType(app, player, { accountType: 'premium' })
  const allowed = await player.request('POST', '/api/chat', { ...body, conversationId: alone.conversation.id })
  expect(allowed.status).toBe(200)
  const scene = await createScene([child], 'manual')
  const refused = { ...body, conversationId: scene.conversation.id, speakerId: ada.id }
  expect((await player.request('POST', '/api/chat', refused)).status).toBe(422)
})

test('a report of a message names who said it, and who said the messages around it', async () => {
  const page = await send(await createScene([ines, bo], 'round'), 'Who rows?')
  const [message] = page.messages.filter(({ speakerId }) => speakerId === ines.id)
  await player.post('/api/reports', { targetType: 'message', targetId: message?.id, category: 'other' })
  const flag = app.context.db.selectFrom('flags').innerJoin('flag_evidence', 'flag_evidence.flag_id', 'flags.id')
  const { target_name, content } = await flag
    .select(['target_name', 'content'])
    .where('target_id', '=', message?.id ?? '')
    .executeTakeFirstOrThrow()
  const { speaker, surrounding } = JSON.parse(content)
  expect([target_name, speaker]).toEqual(['Inès', 'Inès'])
  const said = [...surrounding.before, ...surrounding.after].map((one: { role: string; speaker?: string }) =>
    one.role === 'user' ? 'player' : one.speaker,
  )
  expect(said).toContain('player')
  expect(said.filter((name) => name !== 'player').sort()).toEqual(speakersAround(page, message))
})

/** The names of the characters that say the other messages. */
const speakersAround = ({ messages }: ConversationPage, reported: Message | undefined) =>
  messages
    .filter(({ role, id }) => role === 'character' && id !== reported?.id)
    .map(({ speakerId }) => nameOf(speakerId ?? ada.id))
    .sort()

const exportOf = async (id: string, format: string) =>
  (await player.raw(`/api/conversations/${id}/export?format=${format}`)).text()
const importText = async (text: string) =>
  (await player.post<{ conversations: { id: string }[] }>('/api/conversations/import', { characterId: ada.id, text }))
    .conversations[0]?.id ?? ''

test('a scene that is exported as JSON, imported and exported again is the same', async () => {
  const scene = await createScene([ines, bo], 'round')
  await send(scene, 'One.')
  const left = (await leave(await open(scene), bo)).body
  await send(left, 'Two.')
  const joined = (await join(await open(scene), bo)).body
  const file = await exportOf(scene.conversation.id, 'json')
  const id = await importText(file)
  expect(await exportOf(id, 'json')).toBe(file)
  const imported = await player.conversation(id)
  expect(imported.scene).toEqual(joined.scene)
  expect(await exportOf(id, 'markdown')).toContain('**Inès**')

  await leave(await open(imported), ines)
  await send(imported, 'Three.', bo.id)
  expect(prompt()).toContain('BO-CARD')
  expect(prompt()).toContain('One.')
  expect(prompt()).not.toContain('Two.')
})

test('a whisper and its answer are heard by one character alone, in every version of them; then all are present again', async () => {
  const scene = await createScene([ines, bo])
  const whisper = { characterId: ada.id, conversationId: scene.conversation.id, speakerId: ines.id, whisper: true }
  const turn = await player.post<ChatResponse>('/api/chat', { ...whisper, message: 'The key is under the stair.' })
  await waitForReplies(app)
  const said = (page: ConversationPage) => audiences(page).slice(1)
  const whispered = await open(scene)
  expect(speakers(whispered).slice(1)).toEqual(['player', 'Inès'])
  expect(said(whispered)).toEqual(['Inès', 'Inès'])
  expect(whispered.messages.map(({ whisper = false }) => whisper)).toEqual([false, true, true])
  expect(prompt()).not.toContain('Sells charts.')
  expect(whispered.scene?.participants.every(({ present }) => present)).toBe(true)

  const url = `/api/conversations/${scene.conversation.id}`
  await (await player.stream('POST', `${url}/replies`, { body: { messageId: turn.messageId } })).rest()
  const edit = { content: 'The key is under the third stair.' }
  await (await player.stream('POST', `${url}/messages/${turn.userMessageId}/edit`, { body: edit })).rest()
  await waitForReplies(app)
  expect(said(await open(scene))).toEqual(['Inès', 'Inès'])
  expect((await open(scene)).scene?.participants.every(({ present }) => present)).toBe(true)

  const next = await send(scene, 'Good evening.', bo.id)
  expect(audiences(next).at(-1)).toBe('Ada Quill Inès Bo')
  const prompts = app.upstream.requests.filter(({ body }) => JSON.stringify(body).includes('BO-CARD'))
  expect(JSON.stringify(prompts.at(-1))).toContain('Good evening.')
  expect(JSON.stringify(prompts.at(-1))).not.toContain('stair')
})

test('the names of an imported group chat become participants where the user has a character of that name', async () => {
  const own = await createCharacter(player, { name: 'Mara Voss', definition: 'MARA-CARD' })
  const lines = [
    { user_name: 'Sam', character_name: 'unused', chat_metadata: {} },
    { name: 'Ada Quill', is_user: false, original_avatar: 'Ada Quill.png', mes: 'Sit down.' },
    { name: 'mara voss', is_user: false, original_avatar: 'mara voss.png', mes: 'She never sits.' },
    { name: 'Stranger', is_user: false, original_avatar: 'Stranger.png', mes: 'May I?' },
    { name: 'Sam', is_user: true, mes: 'Please.' },
  ]
  const group = lines.map((line) => JSON.stringify(line)).join('\n')
  const page = await player.conversation(await importText(group))
  expect(page.scene?.participants.map(({ name }) => name)).toEqual(['Ada Quill', 'Mara Voss'])
  expect(page.messages.map(({ content, speakerId }) => [content, speakerId])).toEqual([
    ['Sit down.', ada.id],
    ['She never sits.', own.id],
    ['**Stranger:** May I?', undefined],
    ['Please.', undefined],
  ])
  await player.request('DELETE', `/api/characters/${own.id}`)
  const again = await player.conversation(await importText(group))
  expect(again.scene).toBeUndefined()
  expect(again.messages[1]?.content).toBe('**mara voss:** She never sits.')
})
