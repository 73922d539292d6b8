import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountData } from '#server/account-data.ts'
import { exportData } from '#server/accounts/settings/export-data.ts'
import { findUser } from '#tests/support/find-user.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { type Client, createCharacter, createTestApp, type TestApp, waitForReplies } from '#tests/support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Download {
  format: string
  account: Record<string, unknown>
  sessions: { userAgent: string }[]
  characters: Record<string, unknown>[]
  ratings: Record<string, unknown>[]
  conversations: { id: string; title: string; deletedAt: number | null; messages: Line[] }[]
}
interface Line {
  id: string
  parentId: string | null
  content: string
  hiddenAt: number | null
}

const download = (client: Client) => client.get<Download>('/api/auth/data')
const talk = (client: Client, characterId: string, message: string, conversationId?: string) =>
  client.post<{ conversationId: string; messageId: string }>('/api/chat', { characterId, message, conversationId })

describe('taking one’s data along', () => {
  it('is a file with everything that is one’s own', async () => {
    const [author, player] = [await app.signUp('Ada'), await app.signUp('Player of games')]
    const { id: characterId } = await createCharacter(author, { name: 'Wren' })
    await player.put(`/api/characters/${characterId}/rating`, { stars: 4 })
    const own = await createCharacter(player, { name: 'Mine', isPublic: false, definition: 'Secretly a heron.' })
    const thrownAway = await createCharacter(player, { name: 'Thrown away' })
    await player.request('DELETE', `/api/characters/${thrownAway.id}`)
    const { conversationId, messageId } = await talk(player, characterId, 'Who goes there?')
    await player.post(`/api/conversations/${conversationId}/replies`, { messageId })
    const putAway = await talk(player, characterId, 'Forget this.')
    await player.request('DELETE', `/api/conversations/${putAway.conversationId}`)
    await talk(author, characterId, 'Nobody else reads this.')
    await waitForReplies(app)

    const answer = await player.raw('/api/auth/data')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="troupe-data-\d{4}-\d\d-\d\d.json"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    const data = JSON.parse(text) as Download
    expect(data).toMatchObject({
      format: 'troupe-account',
      account: { username: 'Player of games', id: player.id, accountType: 'free' },
      ratings: [{ characterId, characterName: 'Wren', stars: 4 }],
    })
    expect(data.sessions).toHaveLength(1)
    expect(data.characters).toEqual([
      expect.objectContaining({ id: own.id, definition: 'Secretly a heron.', deletedAt: null }),
      expect.objectContaining({ id: thrownAway.id, deletedAt: expect.any(Number) }),
    ])
    expect(data.conversations.map(({ id }) => id)).toEqual([conversationId, putAway.conversationId])
    const [kept, gone] = data.conversations
    expect(kept?.messages.map(({ content }) => content).slice(0, 2)).toEqual([
      '*The lamp turns.* "You are late."',
      'Who goes there?',
    ])
    // The greeting, the line, and two versions of the reply to it.
    expect(kept?.messages).toHaveLength(4)
    expect(kept?.messages[3]?.parentId).toBe(kept?.messages[1]?.id)
    expect(gone).toMatchObject({ deletedAt: expect.any(Number) })
    for (const secret of ['argon2', 'secret_hash', player.cookie.split('.')[1], 'Nobody else reads this']) {
      expect(text).not.toContain(secret)
    }
  })

  it('has every line of ten thousand, in order, and is read while it is sent', async () => {
    const client = await app.signUp()
    const { id } = await createCharacter(client)
    const { conversationId } = await talk(client, id, 'Tell me everything.')
    await waitForReplies(app)
    await fillConversation(app.context, conversationId, 10_000)
    const { conversations } = await download(client)
    const lines = conversations[0]?.messages ?? []
    expect(lines).toHaveLength(10_003)
    expect(lines.slice(1).every((line, place) => line.parentId === lines[place]?.id)).toBe(true)
    expect(lines.at(-1)?.content).toMatch(/^Message 9999: /)

    const stream = await exportData(app.context, await findUser(app, client.id), accountData)
    expect(await largestBacklog(stream), 'bytes in memory at once').toBeLessThan(300_000)
  })

  it('is for its owner alone', async () => {
    expect((await app.visitor().request('GET', '/api/auth/data')).status).toBe(401)
  })
})

/** How much of a document stands written and unread while a slow reader takes it piece by piece. */
async function largestBacklog(stream: Readable): Promise<number> {
  let largest = 0
  for await (const piece of stream) {
    largest = Math.max(largest, stream.readableLength + String(piece).length)
    await new Promise(setImmediate)
  }
  return largest
}
