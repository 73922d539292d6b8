import { describe, expect, it } from 'vitest'
import { downloadAccountData, readAccountData } from '#tests/support/account-data.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const app = await createSharedApp()

interface AccountExport {
  format: string
  account: Record<string, unknown>
  sessions: { userAgent: string }[]
  characters: Record<string, unknown>[]
  ratings: Record<string, unknown>[]
  conversations: { id: string; title: string; deletedAt: number | null; messages: ExportedMessage[] }[]
}
interface ExportedMessage {
  id: string
  parentId: string | null
  content: string
  seeded: boolean
  hiddenAt: number | null
}

const download = (client: Client) => downloadAccountData<AccountExport>(client)
const sendMessage = (client: Client, characterId: string, message: string, conversationId?: string) =>
  client.chat(characterId, message, { conversationId })

describe('GET /api/auth/data', () => {
  it('downloads a file with everything that belongs to the account', async () => {
    const [author, player] = [await app.signUp('Ada'), await app.signUp('Player of games')]
    const { id: characterId } = await createCharacter(author, { name: 'Wren' })
    await player.put(`/api/characters/${characterId}/rating`, { stars: 4 })
    const own = await createCharacter(player, { name: 'Mine', isPublic: false, definition: 'Secretly a heron.' })
    const deletedCharacter = await createCharacter(player, { name: 'Deleted' })
    await player.request('DELETE', `/api/characters/${deletedCharacter.id}`)
    const { conversationId, messageId } = await sendMessage(player, characterId, 'Who goes there?')
    await player.post(`/api/conversations/${conversationId}/replies`, { messageId })
    const deletedConversation = await sendMessage(player, characterId, 'Forget this.')
    const conversationHistory = [{ role: 'assistant', content: 'My own words.' }]
    await player.chat(characterId, 'And now?', { conversationHistory })
    await player.request('DELETE', `/api/conversations/${deletedConversation.conversationId}`)
    await sendMessage(author, characterId, 'A message of another user.')
    await waitForReplies(app)

    const response = await player.raw('/api/auth/data')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Troupe archive \d{4}-\d\d-\d\d.zip"/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await readAccountData(new Uint8Array(await response.arrayBuffer()))
    const data = JSON.parse(text) as AccountExport
    expect(data).toMatchObject({
      format: 'troupe-account',
      account: { username: 'Player of games', id: player.id, accountType: 'free' },
      ratings: [{ characterId, characterName: 'Wren', stars: 4 }],
    })
    expect(data.sessions).toHaveLength(1)
    expect(data.characters).toEqual([
      expect.objectContaining({ id: own.id, definition: 'Secretly a heron.', deletedAt: null }),
      expect.objectContaining({ id: deletedCharacter.id, deletedAt: expect.any(Number) }),
    ])
    expect(data.conversations.map(({ id }) => id).slice(0, 2)).toEqual([
      conversationId,
      deletedConversation.conversationId,
    ])
    const [active, deleted, seeded] = data.conversations
    expect(seeded?.messages.map((message) => message.seeded)).toEqual([true, false, false])
    expect(active?.messages.every((message) => !message.seeded)).toBe(true)
    expect(active?.messages.map(({ content }) => content).slice(0, 2)).toEqual([
      '*The lamp turns.* "You are late."',
      'Who goes there?',
    ])
    // The greeting, the user's message and two replies to it.
    expect(active?.messages).toHaveLength(4)
    expect(active?.messages[3]?.parentId).toBe(active?.messages[1]?.id)
    expect(deleted).toMatchObject({ deletedAt: expect.any(Number) })
    for (const secret of ['argon2', 'secret_hash', player.cookie.split('.')[1], 'A message of another user']) {
      expect(text).not.toContain(secret)
    }
  })

  it('contains all of three thousand messages in order', async () => {
    const client = await app.signUp()
    const { id } = await createCharacter(client)
    const { conversationId } = await sendMessage(client, id, 'Tell me everything.')
    await waitForReplies(app)
    await fillConversation(app.context, conversationId, 3_000)
    const { conversations } = await download(client)
    const messages = conversations[0]?.messages ?? []
    expect(messages).toHaveLength(3_003)
    expect(messages.slice(1).every((message, index) => message.parentId === messages[index]?.id)).toBe(true)
    expect(messages.at(-1)?.content).toMatch(/^Message 2999: /)
  })
})
