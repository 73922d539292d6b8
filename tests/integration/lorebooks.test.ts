import { beforeEach, describe, expect, it } from 'vitest'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import type { CharacterUpdate } from '#shared/character-revisions.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import { chatLimits, type ReplyReceipt } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { type LorebookSummary, lorebookLimits } from '#shared/lorebooks.ts'
import type { Persona } from '#shared/personas.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

let player: Client

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '10000' } })
beforeEach(async () => {
  player = await app.signUp()
})

type Stored = { lorebook: string; updatedAt: number } & ErrorBody

const bookOf = (...entries: object[]) => JSON.stringify({ name: 'Coast', entries })
const reef = { keys: ['reef'], content: 'The reef is sharp.', 'x/y': 1 }
const send = (client: Client, characterId: string, message: string, conversationId?: string) =>
  client.chat(characterId, message, { conversationId })
const lastMessages = () => app.upstream.lastMessages()
const lastPrompt = () => app.upstream.lastPrompt()

describe('the lorebook of a character', () => {
  const setBook = (client: Client, id: string, lorebook: string, basedOn?: number) =>
    client.request<Stored>('PUT', `/api/characters/${id}/lorebook`, { lorebook, basedOn })

  it('of an imported card is used by everybody who chats with it, and exported with what is unknown', async () => {
    const author = await app.signUp()
    const entries = [
      reef,
      { keys: [], constant: true, position: 'before_char', content: '{{char}} rules the sea.' },
      { keys: ['storm'], content: '@@depth 1\nA storm is near.' },
      { keys: ['/gulls?/i'], use_regex: true, content: 'Gulls are loud.' },
    ]
    const card = {
      spec: 'chara_card_v2',
      data: { name: 'Ilse', description: 'Draws charts.', character_book: { entries } },
    }
    const response = await author.raw('/api/characters/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card),
    })
    const { fields, card: text, unused } = (await response.json()) as CardPreview
    expect(unused).toEqual([])
    const { id } = await author.post<OwnCharacter>('/api/characters', {
      ...fields,
      card: text,
      contentRating: 'general',
    })
    const { conversationId } = await send(player, id, 'Is the reef near? I hear GULLS.')
    expect(lastMessages()[0]?.content).toContain('About the world: Ilse rules the sea.')
    expect(lastMessages()[0]?.content).not.toContain('sharp')
    expect(lastPrompt()).toContain('What matters now about the world:\nThe reef is sharp.\nGulls are loud.')
    expect(lastPrompt()).not.toContain('storm')
    await send(player, id, 'A storm!', conversationId)
    const at = lastMessages().findIndex(({ content }) => content.includes('A storm is near.'))
    expect(lastMessages()[at + 1]?.content).toContain('A storm!')
    const exported = await author.get<{ data: { character_book: unknown } }>(`/api/characters/${id}/card.json`)
    expect(exported.data.character_book).toMatchObject({ entries })
  })

  it('is on the receipt of a reply, with the reason, and without its words where the definition is hidden', async () => {
    const author = await app.signUp()
    const character = await createCharacter(author)
    const harbour = { keys: ['harbour'], comment: 'The harbour', content: 'It has a reef.' }
    await setBook(author, character.id, bookOf(harbour, reef, { keys: ['moon'], content: 'Full.' }))
    const receiptOf = async (client: Client) => {
      const { conversationId, messageId } = await send(client, character.id, 'To the harbour!')
      return client.get<ReplyReceipt>(`/api/conversations/${conversationId}/replies/${messageId}/receipt`)
    }
    const used = { isUsed: true, cause: '' }
    expect((await receiptOf(author)).lore).toEqual([
      { ...used, name: 'The harbour', reason: 'key', key: 'harbour' },
      { ...used, name: 'reef', reason: 'entry', key: 'reef', cause: 'The harbour' },
    ])
    const hidden = { ...used, name: null, key: '' }
    expect((await receiptOf(player)).lore).toEqual([
      { ...hidden, reason: 'key' },
      { ...hidden, reason: 'entry' },
    ])
  })

  it('is written and removed by its author, and a save names the version that it replaces', async () => {
    const { id } = await createCharacter(player)
    const empty = await player.get<Stored>(`/api/characters/${id}/lorebook`)
    expect(JSON.parse(empty.lorebook).entries).toEqual([])
    const first = await setBook(player, id, bookOf(reef), empty.updatedAt)
    expect(JSON.parse(first.body.lorebook)).toMatchObject({ name: 'Coast', entries: [reef] })
    expect((await setBook(player, id, bookOf(), empty.updatedAt)).body.code).toBe('changed_elsewhere')
    await send(player, id, 'The reef!')
    expect(lastPrompt()).toContain('The reef is sharp.')
    // Other changes keep it.
    await player.put(`/api/characters/${id}`, { personality: 'Dry.' })
    await send(player, id, 'The reef!')
    expect(lastPrompt()).toContain('The reef is sharp.')
    await setBook(player, id, bookOf())
    await send(player, id, 'The reef!')
    expect(lastPrompt()).not.toContain('The reef is sharp.')
    expect((await player.get<{ data: object }>(`/api/characters/${id}/card.json`)).data).not.toHaveProperty(
      'character_book',
    )
  })

  it('counts for the safety policy, like the other texts of a character', async () => {
    await setAccountType(app, player, { accountType: 'premium' })
    const { id } = await createCharacter(player)
    const banned = await setBook(
      player,
      id,
      bookOf({ ...reef, content: 'She is 15 years old and the scene turns sexual.' }),
    )
    expect([banned.status, banned.body.code]).toEqual([422, 'held_back'])
    // It is allowed in a character for everyone, but then chats with it stay so.
    const minor = bookOf({ ...reef, content: 'Mia is a 12-year-old girl.' })
    expect((await setBook(player, id, minor)).status).toBe(200)
    const raised = await player.request('PUT', `/api/characters/${id}`, { maxChatRating: 'mature' })
    expect(raised.status).toBe(422)
    const sexual = await player.request<ErrorBody>('POST', '/api/chat', { characterId: id, message: 'We have sex.' })
    expect([sexual.status, sexual.body.code]).toEqual([422, 'held_back'])
  })

  it('is in the evidence of a report about the character', async () => {
    const author = await app.signUp()
    const { id: targetId } = await createCharacter(author)
    await setBook(author, targetId, bookOf(reef))
    await player.post('/api/reports', { targetType: 'character', targetId, category: 'other', note: 'Look.' })
    const evidence = await app.context.db
      .selectFrom('flags')
      .innerJoin('flag_evidence', 'flag_evidence.flag_id', 'flags.id')
      .select('flag_evidence.content')
      .where('flags.target_id', '=', targetId)
      .executeTakeFirstOrThrow()
    expect(evidence.content).toContain('The reef is sharp.')
  })

  it('that cannot be read is refused with a sentence', async () => {
    const { id } = await createCharacter(player)
    const texts = ['[', '{"name":"x"}', bookOf({ content: 'x'.repeat(1_000_001) })]
    for (const text of texts) {
      const { status, body } = await setBook(player, id, text)
      expect(status).toBe(400)
      expect(body.fields?.lorebook).toMatch(/lorebook/)
    }
  })

  it('stays as it was in the chats that began with it, until their players take what has changed', async () => {
    const author = await app.signUp()
    const { id } = await createCharacter(author, { isDefinitionPublic: true })
    await setBook(author, id, bookOf(reef))
    const { conversationId } = await send(player, id, 'Mind the reef.')
    await setBook(author, id, bookOf({ ...reef, content: 'The reef is gone.' }))
    await author.put(`/api/characters/${id}`, { personality: 'patient' })
    await setBook(author, id, bookOf({ ...reef, content: 'The reef is back.' }))
    await send(player, id, 'The reef!', conversationId)
    expect(lastPrompt()).toContain('The reef is sharp.')
    const url = `/api/conversations/${conversationId}`
    const [update] = await player.get<CharacterUpdate[]>(`${url}/character-updates`)
    expect(update?.changes).toContainEqual({
      field: 'lorebook',
      before: 'reef\nThe reef is sharp.',
      after: 'reef\nThe reef is back.',
    })
    const revisions = [{ characterId: id, revisionId: update?.revisionId }]
    await player.put(`${url}/revisions`, { choice: 'take', revisions })
    await send(player, id, 'And the reef?', conversationId)
    expect(lastPrompt()).toContain('The reef is back.')
    expect(lastPrompt()).not.toContain('The reef is sharp.')
    await setBook(author, id, bookOf())
    await author.put(`/api/characters/${id}`, { isDefinitionPublic: false })
    await send(player, id, 'The reef, again!', conversationId)
    expect(lastPrompt()).toContain('The reef is back.')
    const [hidden] = await player.get<CharacterUpdate[]>(`${url}/character-updates`)
    expect(hidden).toMatchObject({ changes: [], isDefinitionChanged: true })
  })
})

describe('an own lorebook', () => {
  const create = (lorebook = bookOf(reef), client = player) =>
    client.post<LorebookSummary>('/api/lorebooks', { lorebook })
  const list = async () => (await player.get<{ lorebooks: LorebookSummary[] }>('/api/lorebooks')).lorebooks

  it('is imported from SillyTavern, listed, changed, deleted and restored', async () => {
    const world = { entries: { 0: { uid: 0, key: ['reef'], content: 'Sharp.', disable: false, order: 7 } } }
    const { id, updatedAt } = await player.post<LorebookSummary>('/api/lorebooks', {
      lorebook: JSON.stringify(world),
      name: ' The  coast ',
    })
    expect(await list()).toEqual([{ id, name: 'The coast', entryCount: 1, updatedAt }])
    const change = { lorebook: bookOf(reef, reef), name: 'Coast', basedOn: updatedAt }
    expect((await player.request('PUT', `/api/lorebooks/${id}`, change)).status).toBe(200)
    expect((await player.request<ErrorBody>('PUT', `/api/lorebooks/${id}`, change)).body.code).toBe('changed_elsewhere')
    expect(await list()).toMatchObject([{ name: 'Coast', entryCount: 2 }])
    await player.request('DELETE', `/api/lorebooks/${id}`)
    expect(await list()).toEqual([])
    expect(await player.post<LorebookSummary>(`/api/lorebooks/${id}/restore`, {})).toMatchObject({ id, name: 'Coast' })
    await player.request('DELETE', `/api/lorebooks/${id}`)
    app.clock.advance(chatLimits.undoWindow + 1)
    await purgeConversations(app.context)
    expect(await app.rows('lorebooks', { id }, 'id')).toEqual([])
  })

  it('is used in the conversations and with the personas to which it is attached', async () => {
    const { id: characterId } = await createCharacter(await app.signUp())
    const [ofChat, ofPersona] = [
      await create(),
      await create(bookOf({ keys: ['reef'], content: 'Bo knows the reef.' })),
    ]
    const { conversationId } = await send(player, characterId, 'The reef!')
    expect(lastPrompt()).not.toContain('The reef is sharp.')
    const url = `/api/conversations/${conversationId}/lorebooks`
    await player.put(url, { ids: [ofChat.id] })
    expect(await player.get(url)).toEqual({ ids: [ofChat.id] })
    await send(player, characterId, 'The reef!', conversationId)
    const placeOfReef = () => lastMessages().findIndex(({ content }) => content.includes('The reef is sharp.'))
    const first = placeOfReef()
    for (const message of ['Calm.', 'Calmer.', 'Calm again.']) await send(player, characterId, message, conversationId)
    expect([placeOfReef(), first > 0]).toEqual([first, true])
    const persona = await player.post<Persona>('/api/personas', { name: 'Bo', description: '' })
    await player.put(`/api/personas/${persona.id}/lorebooks`, { ids: [ofPersona.id] })
    await player.put(`/api/conversations/${conversationId}/persona`, { personaId: persona.id })
    await send(player, characterId, 'The reef!', conversationId)
    expect(lastPrompt()).toContain('Bo knows the reef.')
    expect(lastPrompt().split('The reef is sharp.')).toHaveLength(2)
    await player.request('DELETE', `/api/lorebooks/${ofChat.id}`)
    await send(player, characterId, 'The reef!', conversationId)
    expect(lastPrompt()).not.toContain('The reef is sharp.')
    expect(await player.get(url)).toEqual({ ids: [] })
  })

  it('of another account can be neither read, changed nor attached', async () => {
    const { id } = await create(bookOf(reef), await app.signUp())
    const { id: characterId } = await createCharacter(player)
    const { conversationId } = await send(player, characterId, 'Hello')
    const persona = await player.post<Persona>('/api/personas', { name: 'Bo', description: '' })
    const requests: [string, string, object?][] = [
      ['GET', `/api/lorebooks/${id}`],
      ['PUT', `/api/lorebooks/${id}`, { lorebook: bookOf(), name: 'Mine' }],
      ['DELETE', `/api/lorebooks/${id}`],
      ['PUT', `/api/conversations/${conversationId}/lorebooks`, { ids: [id] }],
      ['PUT', `/api/personas/${persona.id}/lorebooks`, { ids: [id] }],
    ]
    for (const [method, path, body] of requests) expect((await player.request(method, path, body)).status).toBe(404)
  })

  it('cannot present a minor, because it can be used in every chat', async () => {
    const lorebook = bookOf({ ...reef, content: 'Mia is a 12-year-old girl.' })
    const { status, body } = await player.request<ErrorBody>('POST', '/api/lorebooks', { lorebook })
    expect(status).toBe(400)
    expect(body.fields?.lorebook).toContain('under 18')
  })

  it('is one of a limited number', async () => {
    for (let count = 0; count < lorebookLimits.perAccount; count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => create()))
      app.clock.advance(60_000)
    }
    const { status, body } = await player.request<ErrorBody>('POST', '/api/lorebooks', { lorebook: bookOf(reef) })
    expect([status, body.fields?.lorebook]).toEqual([400, expect.stringContaining('100 lorebooks')])
  })
})
