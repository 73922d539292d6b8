import { beforeEach, expect, test } from 'vitest'
import { purgeCharacters } from '#server/characters/purge/purge-characters.ts'
import { keepLorebook } from '#server/characters/revisions/queries.ts'
import { findBookOfRevision } from '#server/characters/revisions/read-lorebook.ts'
import { type CharacterUpdate, type ListedRevision, revisionLimits } from '#shared/character-revisions.ts'
import type { OwnCharacter } from '#shared/characters.ts'
import { type ConversationPage, chatLimits } from '#shared/chat.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

let author: Client
let player: Client
let mara: OwnCharacter

const app = await createSharedApp()
beforeEach(async () => {
  author = await app.signUp()
  player = await app.signUp()
  const fields = { name: 'Mara Voss', personality: 'Patient and kind.', definition: 'FIRST-CARD' }
  mara = (await createCharacter(author, fields)) as OwnCharacter
})

const edit = (changes: object) => author.put<OwnCharacter>(`/api/characters/${mara.id}`, changes)
const listRevisions = () => author.get<ListedRevision[]>(`/api/characters/${mara.id}/revisions`)
const begin = async (client = player) => (await client.chat(mara.id, 'Hello.')).conversationId
const say = (conversationId: string, speakerId?: string) =>
  player.request('POST', '/api/chat', { characterId: mara.id, conversationId, message: 'Go on.', speakerId })
const open = (id: string, client = player) => client.conversation(id)
const updatesOf = (id: string, client = player) =>
  client.get<CharacterUpdate[]>(`/api/conversations/${id}/character-updates`)
const choose = (id: string, choice: 'take' | 'keep', revisionId: string, characterId = mara.id) =>
  player.request<ConversationPage>('PUT', `/api/conversations/${id}/revisions`, {
    choice,
    revisions: [{ characterId, revisionId }],
  })
const bookOf = (...names: string[]) => ({
  lorebook: JSON.stringify({ entries: names.map((name) => ({ keys: [name], content: `About ${name}.` })) }),
})
const lorebookPath = () => `/api/characters/${mara.id}/lorebook`
const readNames = async () => {
  const { lorebook } = await author.get<{ lorebook: string }>(lorebookPath())
  return (JSON.parse(lorebook) as { entries: { keys: string[] }[] }).entries.map(({ keys }) => keys.join())
}
const newestPrompt = () => JSON.stringify(app.upstream.requests.at(-1)?.body)

test('a save that changes something adds a revision, which its author reads and saves again', async () => {
  await edit({ personality: 'Restless.' })
  await edit({ personality: 'Restless.' })
  await edit({ isPublic: false })
  const [second, first, ...others] = await listRevisions()
  expect([first?.changed, second?.changed, others]).toEqual([[], ['personality'], []])

  const earlier = await author.get<object>(`/api/characters/${mara.id}/revisions/${first?.id}`)
  expect(earlier).toMatchObject({ name: 'Mara Voss', personality: 'Patient and kind.', definition: 'FIRST-CARD' })
  await edit(earlier)
  expect(await listRevisions()).toMatchObject([{ changed: ['personality'] }, { id: second?.id }, { id: first?.id }])
  expect((await player.request('GET', `/api/characters/${mara.id}/revisions`)).status).toBe(404)
})

test('a conversation goes on with the character it began with, until its user takes the update, and can undo that', async () => {
  const id = await begin()
  expect((await open(id)).hasUpdate).toBe(false)
  const before = newestPrompt()
  await edit({ name: 'Mara Quist', personality: 'Patient and cold.', definition: 'SECRET-CARD' })
  await say(id)
  expect(newestPrompt()).toContain('FIRST-CARD')
  expect(newestPrompt()).not.toContain('SECRET-CARD')
  expect(newestPrompt().slice(0, 200)).toBe(before.slice(0, 200))
  const page = await open(id)
  expect(page).toMatchObject({ hasUpdate: true, conversation: { characterName: 'Mara Voss' } })

  const updates = await updatesOf(id)
  expect(updates).toMatchObject([
    {
      name: 'Mara Quist',
      changes: [
        { field: 'name', before: 'Mara Voss', after: 'Mara Quist' },
        { field: 'personality', before: 'Patient and kind.', after: 'Patient and cold.' },
      ],
      isDefinitionChanged: true,
    },
  ])
  expect(JSON.stringify(updates)).not.toMatch(/FIRST-CARD|SECRET-CARD/)
  const [update] = updates

  await choose(id, 'keep', update?.revisionId ?? '')
  expect((await open(id)).hasUpdate).toBe(false)
  await edit({ definition: 'THIRD-CARD' })
  expect((await open(id)).hasUpdate).toBe(true)

  const [newest] = await updatesOf(id)
  const taken = await choose(id, 'take', newest?.revisionId ?? '')
  expect(taken.body).toMatchObject({ hasUpdate: false, conversation: { characterName: 'Mara Quist' } })
  expect(await player.get('/api/conversations?search=quist')).toMatchObject([{ id }])
  await say(id)
  expect(newestPrompt()).toContain('THIRD-CARD')

  await choose(id, 'take', newest?.keptId ?? '')
  await say(id)
  expect(newestPrompt()).toContain('FIRST-CARD')
  // A new conversation begins with the newest one.
  await begin()
  expect(newestPrompt()).toContain('THIRD-CARD')
})

test('each character of a scene is kept and updated', async () => {
  const ines = await createCharacter(author, { name: 'Ines', definition: 'INES-CARD' })
  const scene = { characterId: mara.id, participantIds: [ines.id], turnOrder: 'manual' }
  const { conversation } = await player.post<ConversationPage>('/api/conversations', scene)
  await author.put(`/api/characters/${ines.id}`, { name: 'Inez', definition: 'NEW-INES' })
  await say(conversation.id, ines.id)
  expect(newestPrompt()).toContain('INES-CARD')
  const [update, ...others] = await updatesOf(conversation.id)
  expect([update?.characterId, others]).toEqual([ines.id, []])
  const { body } = await choose(conversation.id, 'take', update?.revisionId ?? '', ines.id)
  expect(body.scene?.participants.map(({ name }) => name)).toEqual(['Mara Voss', 'Inez'])
  await say(conversation.id, ines.id)
  expect(newestPrompt()).toContain('NEW-INES')
})

test('a definition is in the difference only where it is public in both revisions', async () => {
  await edit({ definition: 'OPEN-CARD', isDefinitionPublic: true })
  const id = await begin()
  await edit({ definition: 'NEXT-CARD' })
  const [shown] = await updatesOf(id)
  expect(shown?.changes).toEqual([{ field: 'definition', before: 'OPEN-CARD', after: 'NEXT-CARD' }])
  await edit({ isDefinitionPublic: false })
  expect(await updatesOf(id)).toMatchObject([{ changes: [], isDefinitionChanged: true }])
})

test('an author is shown the whole difference, and a revision of another character is not found', async () => {
  const id = await begin(author)
  await edit({ definition: 'SECOND-CARD' })
  const [update] = await updatesOf(id, author)
  expect(update?.changes).toEqual([{ field: 'definition', before: 'FIRST-CARD', after: 'SECOND-CARD' }])
  const other = await createCharacter(author, { name: 'Somebody' })
  const [foreign] = await author.get<ListedRevision[]>(`/api/characters/${other.id}/revisions`)
  expect((await choose(await begin(), 'take', foreign?.id ?? '')).status).toBe(404)
})

test('a kept revision never has a higher rating than the character has now', async () => {
  await setAccountType(app, author, { accountType: 'premium', adult: true })
  await setAccountType(app, player, { accountType: 'premium', adult: true })
  await edit({ contentRating: 'mature', maxChatRating: 'mature', kinks: 'KINKS-CARD' })
  const id = await begin()
  expect(newestPrompt()).toContain('KINKS-CARD')
  await edit({ contentRating: 'general', maxChatRating: 'general' })
  await say(id)
  expect(newestPrompt()).not.toContain('KINKS-CARD')
  expect(newestPrompt()).toContain('Audience: everyone')
  const general = await begin()
  await edit({ contentRating: 'mature' })
  await say(general)
  expect(newestPrompt()).toContain('Audience: everyone')
})

test('what moderators take down cannot be played in any revision', async () => {
  const id = await begin()
  await edit({ definition: 'SECOND-CARD' })
  const admin = await signUpAdmin(app)
  const flag = await raiseReport(app, player, { type: 'character', id: mara.id })
  await act(admin, flag, { action: 'approve' })
  expect((await say(id)).status).toBe(404)
  expect(await updatesOf(id)).toEqual([])
  expect((await open(id)).hasUpdate).toBe(false)
})

test('the revisions of a purged character are deleted, and its conversations keep its name', async () => {
  const id = await begin()
  await edit({ definition: 'SECOND-CARD' })
  await author.request('DELETE', `/api/characters/${mara.id}`)
  app.clock.advance(chatLimits.undoWindow + 1)
  await purgeCharacters(app.context)
  expect(await app.rows('character_revisions', { character_id: mara.id })).toEqual([])
  await player.post('/api/auth/login', { username: player.user?.username, password: 'quiet-harbor' })
  expect((await open(id)).conversation).toMatchObject({ characterName: 'Mara Voss', characterAvailable: false })
})

test('old revisions are deleted, but those that conversations name', async () => {
  const id = await begin()
  for (let count = 1; count <= 55; count += 1) await edit({ definition: `CARD-${count}` })
  expect(await listRevisions()).toHaveLength(50)
  expect(await app.rows('character_revisions', { character_id: mara.id }, 'id')).toHaveLength(51)
  await say(id)
  expect(newestPrompt()).toContain('FIRST-CARD')
})

test('an earlier version is restored with its lorebook, or with none', async () => {
  await author.put(lorebookPath(), bookOf('reef', 'quay'))
  await edit({ personality: 'Restless.' })
  await author.put(lorebookPath(), bookOf('quay', 'tower'))
  const [, second, withBook, first] = await listRevisions()
  const revisionPath = (id = '') => `/api/characters/${mara.id}/revisions/${id}`
  expect(await author.get(revisionPath(withBook?.id))).toMatchObject({
    personality: 'Patient and kind.',
    lorebook: { before: 'tower\nAbout tower.', after: 'reef\nAbout reef.' },
  })
  await edit({ lorebookOf: second?.id })
  expect(await readNames()).toEqual(['reef', 'quay'])
  expect((await listRevisions())[0]?.changed).toEqual(['lorebook'])
  await edit({ lorebookOf: first?.id })
  expect(await readNames()).toEqual([])
  const other = await createCharacter(author, { name: 'Somebody' })
  const { status } = await author.request('PUT', `/api/characters/${other.id}`, { lorebookOf: second?.id })
  expect(status).toBe(400)
})

test('the oldest lorebooks above the limit of an account are deleted with their versions, but those that chats have', async () => {
  const { db } = app.context
  const played = await begin()
  for (const definition of ['SECOND', 'THIRD', 'FOURTH', 'FIFTH']) await edit({ definition })
  const [newest, ...replaced] = await listRevisions()
  const lorebook = JSON.stringify({ entries: [], comment: 'ж'.repeat(revisionLimits.lorebooksPerAccount / 6) })
  for (const { id } of replaced.reverse()) await keepLorebook(db, { id, ownerId: author.user?.id ?? '', lorebook })
  const [first, , third, fourth] = replaced
  expect((await listRevisions()).map(({ id }) => id)).toEqual([newest, fourth, third, first].map((one) => one?.id))
  expect(await findBookOfRevision(db, mara.id, first?.id ?? '')).toHaveProperty('comment')
  expect((await say(played)).status).toBe(200)
})
