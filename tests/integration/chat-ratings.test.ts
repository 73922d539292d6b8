import { expect, it } from 'vitest'
import type { ConversationPage } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const env: Record<string, string> = { AGE_ASSURANCE: 'attest' }

const app = await createSharedApp({ env })
const author = await app.signUp('author')
const player = await app.signUp('player')
for (const client of [author, player]) await setAccountType(app, client, { accountType: 'premium', adult: true })

async function startChat(client: Client, fields: Record<string, unknown> = {}) {
  const character = await createCharacter(author, fields)
  const { conversationId } = await client.chat(character.id, 'Hello.')
  const say = () => client.chat(character.id, 'Go on.', { conversationId })
  return { character, conversationId, say, path: `/api/conversations/${conversationId}` }
}

const raise = async (client: Client, path: string, contentRating: string | null) => {
  const { status, body } = await client.request<ErrorBody>('PATCH', path, { contentRating })
  return status === 200 ? 'ok' : body.code
}
/** Whom the newest prompt addresses. */
const audience = () =>
  /Audience: (everyone|adults who|adults)/.exec(JSON.stringify(app.upstream.requests.at(-1)?.body))?.[1]

it('raises the rating of one conversation, as far as the author allows it, and lowers it again', async () => {
  const { path, say, character } = await startChat(player, { maxChatRating: 'mature' })
  expect(audience()).toBe('everyone')
  expect(await raise(player, path, 'explicit')).toBe('forbidden')
  expect(await raise(player, path, 'mature')).toBe('ok')
  expect((await player.get<ConversationPage>(path)).conversation.contentRating).toBe('mature')
  await say()
  expect(audience()).toBe('adults')
  await player.chat(character.id, 'Another chat.')
  expect(audience()).toBe('everyone')
  await raise(player, path, null)
  await say()
  expect(audience()).toBe('everyone')
})

it('is refused without the permission of the author, without Premium, and before the adult confirmation', async () => {
  const refused = await startChat(player)
  expect(await raise(player, refused.path, 'mature')).toBe('forbidden')
  const allowed = { maxChatRating: 'explicit' }
  const free = await app.signUp()
  expect(await raise(free, (await startChat(free, allowed)).path, 'mature')).toBe('premium_required')
  const unconfirmed = await app.signUp(undefined, { accountType: 'premium', adult: false })
  expect(await raise(unconfirmed, (await startChat(unconfirmed, allowed)).path, 'mature')).toBe(
    'adult_confirmation_required',
  )
})

it('ends with the permission, with Premium of either side, with the filter, and at the limit of the instance', async () => {
  const { path, say, character } = await startChat(player, { maxChatRating: 'explicit' })
  await raise(player, path, 'explicit')
  const audienceAfter = async (change: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await change()
    await say()
    const found = audience()
    await undo()
    return found
  }
  const nothing = async () => {}
  const allow = (maxChatRating: string) => () => author.put(`/api/characters/${character.id}`, { maxChatRating })
  const type = (client: Client, accountType: 'free' | 'premium') => () => setAccountType(app, client, { accountType })
  const filter = (enabled: boolean) => () => player.put('/api/auth/chat-filter', { enabled })
  const ceiling = (rating: string) => () => {
    env.MAX_CONTENT_RATING = rating
    return app.restart()
  }
  expect(await audienceAfter(nothing, nothing)).toBe('adults who')
  expect(await audienceAfter(allow('mature'), allow('explicit'))).toBe('adults')
  expect(await audienceAfter(type(author, 'free'), type(author, 'premium'))).toBe('everyone')
  expect(await audienceAfter(type(player, 'free'), type(player, 'premium'))).toBe('everyone')
  expect(await audienceAfter(filter(true), filter(false))).toBe('everyone')
  expect(await audienceAfter(ceiling('mature'), ceiling('explicit'))).toBe('adults')
  expect(await audienceAfter(nothing, nothing)).toBe('adults who')
})

it('can only be allowed by an author who may publish that rating, and not for a minor', async () => {
  const save = async (client: Client, fields: Record<string, unknown>) => {
    const body = { name: 'Wick', description: 'A candle maker.', ...fields }
    const { status, body: answer } = await client.request<ErrorBody>('POST', '/api/characters', body)
    return status === 201 ? 'ok' : answer.code
  }
  const free = await app.signUp(undefined, { accountType: 'free', adult: true })
  expect(await save(free, { maxChatRating: 'mature' })).toBe('premium_required')
  expect(await save(free, { maxChatRating: 'mature', isPublic: false })).toBe('premium_required')
  expect(await save(author, { maxChatRating: 'explicit' })).toBe('ok')
  const minor = { description: 'A fifteen-year-old girl who keeps a lighthouse.' }
  expect(await save(author, minor)).toBe('ok')
  expect(await save(author, { ...minor, maxChatRating: 'mature' })).not.toBe('ok')
})
