import { beforeEach, expect, test } from 'vitest'
import { purgeCharacters } from '#server/characters/purge/purge-characters.ts'
import type { Character } from '#shared/characters.ts'
import { chatLimits } from '#shared/chat.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const password = 'quiet-harbor'
let author: Client
let player: Client
let kept: string
let unused: string
let used: string

const app = await createSharedApp()
beforeEach(async () => {
  author = await app.signUp()
  player = await app.signUp()
  const create = async (name: string) => (await createCharacter(author, { name })).id
  kept = await create('Kept')
  unused = await create('Unused')
  used = await create('Talked With')
})

const remove = (id: string) => author.request('DELETE', `/api/characters/${id}`)
const restore = (id: string) => author.request('POST', `/api/characters/${id}/restore`)
const stored = async () => {
  const rows = await app.rows('characters', { owner_id: author.id }, 'name', 'description')
  return rows.map(({ name, description }) => (name || description ? name : '(erased)')).sort()
}
/** Logs in again: the clock was set past the ends of the sessions. */
const logIn = (client: Client) => client.post('/api/auth/login', { username: client.user?.username, password })

test('characters are purged after the undo window, and conversations keep what they began with', async () => {
  const { conversationId } = await player.chat(used, 'Hello')
  await player.put(`/api/characters/${used}/rating`, { stars: 5 })
  for (const id of [unused, used]) await remove(id)

  app.clock.advance(chatLimits.undoWindow - 60_000)
  await purgeCharacters(app.context)
  expect(await stored()).toEqual(['Kept', 'Talked With', 'Unused'])

  app.clock.advance(60_001)
  expect(await purgeCharacters(app.context)).toBe(2)
  expect(await stored()).toEqual(['(erased)', 'Kept'])
  expect(await purgeCharacters(app.context)).toBe(0)

  await logIn(player)
  const { conversation, messages } = await player.conversation(conversationId)
  expect(conversation).toMatchObject({ characterName: 'Talked With', characterAvailable: false })
  expect(messages).toHaveLength(3)
  await logIn(author)
  expect((await restore(unused)).status).toBe(404)
  expect((await restore(used)).status).toBe(410)
  expect((await author.get<Character[]>('/api/characters')).map(({ id }) => id)).toEqual([kept])
  const data = await downloadAccountData<{ characters: Character[] }>(author)
  expect(data.characters.map(({ name }) => name)).toEqual(['Kept'])

  // With its last conversation the row goes too.
  await app.context.db.deleteFrom('conversations').where('id', '=', conversationId).execute()
  expect(await purgeCharacters(app.context)).toBe(1)
  expect(await stored()).toEqual(['Kept'])
})

test('a sample character that was deleted stays, since it would be seeded again', async () => {
  const { clock } = app.context
  const sample = await app.row('characters', { sample_slug: 'ines-calder' }, 'id')
  await app.change('characters', { id: sample.id }, { deleted_at: clock.now() - chatLimits.undoWindow - 1 })
  await purgeCharacters(app.context)
  expect(await app.rows('characters', { id: sample.id }, 'name')).toEqual([{ name: 'Ines Calder' }])
})
