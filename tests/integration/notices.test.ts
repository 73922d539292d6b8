import { expect, test } from 'vitest'
import type { AccountChange } from '#shared/account-events.ts'
import type { Notices } from '#shared/notices.ts'
import { act, listFlags, listOwnDecisions, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const admin = await signUpAdmin(app)
const author = await app.signUp('author')

const noticesOf = (client: Client) => client.get<Notices>('/api/notices')
/** Opens the stream of an account and returns a function that waits for its next notice, or for another change. */
async function listen(
  client: Client,
  isNext = (change: AccountChange) => change.notices,
): Promise<() => Promise<void>> {
  const stream = await client.stream('GET', '/api/events')
  await stream.take()
  return async () => {
    for (;;) if (isNext((await stream.take<AccountChange>()).data)) return
  }
}

test('who reported something is told when it is decided, at once and later, until they have seen it', async () => {
  const reporter = await app.signUp()
  const character = await createCharacter(author, { name: 'Spammer' })
  const flagId = await raiseReport(app, reporter, { type: 'character', id: character.id })
  const isTold = await listen(reporter)
  expect((await noticesOf(reporter)).notices).toEqual([])

  await act(admin, flagId, { action: 'dismiss' })
  await isTold()
  const { notices, seenAt } = await noticesOf(reporter)
  expect(notices).toMatchObject([{ id: flagId, kind: 'report', name: 'Spammer', granted: false }])
  const at = notices[0]?.at ?? 0
  expect(at).toBeGreaterThan(seenAt)
  await reporter.put('/api/notices/seen', { at })
  // Other tabs count it no longer.
  await isTold()
  // A tab that shows fewer notices does not make seen ones new again.
  await reporter.put('/api/notices/seen', { at: at - 1 })
  expect((await noticesOf(reporter)).seenAt).toBe(at)
  expect((await noticesOf(author)).notices).toEqual([])
})

test('open tabs are told that moderators removed a message of a conversation', async () => {
  const player = await app.signUp()
  const { messageId, conversationId } = await player.chat((await createCharacter(author)).id, 'Hello.')
  const flagId = await raiseReport(app, player, { type: 'message', id: messageId })
  const isTold = await listen(player, (change) => change.conversationId === conversationId)
  await act(admin, flagId, { action: 'approve' })
  await isTold()
})

test('who appealed is told of the answer', async () => {
  const owner = await app.signUp()
  const character = await createCharacter(owner, { name: 'Held' })
  await act(admin, await raiseReport(app, await app.signUp(), { type: 'character', id: character.id }), {
    action: 'approve',
  })
  const [decision] = (await listOwnDecisions(owner)).decisions
  await owner.post('/api/appeals', { flagId: decision?.id, text: 'A mistake.' })
  const [appeal] = await listFlags(admin, `?targetId=${character.id}&category=appeal`)
  const isTold = await listen(owner)
  await act(await signUpAdmin(app), appeal?.id ?? '', { action: 'approve' })
  await isTold()
  expect((await noticesOf(owner)).notices).toMatchObject([{ kind: 'appeal', name: 'Held', granted: true }])
})

test('who is warned is told, until the approval is undone', async () => {
  const owner = await app.signUp()
  const character = await createCharacter(owner, { name: 'Loud' })
  const flagId = await raiseReport(app, await app.signUp(), { type: 'character', id: character.id })
  const isTold = await listen(owner)
  await act(admin, flagId, { action: 'approve', warn: true, reason: 'Please lower your voice.' })
  await isTold()
  expect((await noticesOf(owner)).notices).toMatchObject([{ id: flagId, kind: 'decision', name: 'Loud' }])
  await admin.post(`/api/admin/flags/${flagId}/undo`)
  expect((await noticesOf(owner)).notices).toEqual([])
})

test('who chats with a character is told when its author changes it, until it is private', async () => {
  const player = await app.signUp()
  const character = await createCharacter(author, { name: 'Ada' })
  const send = () => player.chat(character.id, 'Hello.')
  await send()
  const isTold = await listen(player)
  await author.put(`/api/characters/${character.id}`, { description: 'Keeps another lighthouse.' })
  await isTold()
  expect((await noticesOf(player)).notices).toMatchObject([{ id: character.id, kind: 'character', name: 'Ada' }])
  expect((await noticesOf(author)).notices).toEqual([])
  await author.put(`/api/characters/${character.id}`, { isPublic: false })
  expect((await noticesOf(player)).notices).toEqual([])
})
