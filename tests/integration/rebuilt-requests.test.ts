import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '#engine/seeded-random.ts'
import type { CharacterUpdate } from '#shared/character-revisions.ts'
import type { ConversationPage, ReplyReceipt } from '#shared/chat.ts'
import type { LorebookSummary } from '#shared/lorebooks.ts'
import type { Persona } from '#shared/personas.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { createCharacter, waitForReplies } from '#tests/support/test-app.ts'

const { app, upstream, player, close } = await createMemoryApp()
afterAll(close)

const turns = 100
const words = 'the lamp turns slowly above a grey reef while Sam counts the bees and the storm comes near again'.split(
  ' ',
)

test('the request of every reply of a long session is rebuilt as it was sent, whatever was changed since', async () => {
  const random = seededRandom('rebuilt requests')
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const say = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
  const book = () =>
    JSON.stringify({ name: 'Coast', entries: [{ keys: [pick(words), pick(words)], content: say(12) }] })

  upstream.reply = () => `"${say(30)}."`

  const { id: characterId } = await createCharacter(player, { description: 'It is {{time}}. {{random::Calm::Wild}}.' })
  const { conversation } = await player.begin(characterId)
  const url = `/api/conversations/${conversation.id}`
  const lorebook = await player.post<LorebookSummary>('/api/lorebooks', { lorebook: book() })
  await player.put(`${url}/lorebooks`, { ids: [lorebook.id] })
  const bo = await player.post<Persona>('/api/personas', { name: 'Bo', description: 'A dog with a past.' })

  const sent = new Map<string, string>()
  const isReply = ({ id }: { id: string }) => sent.has(id)
  const path = async () => (await player.get<ConversationPage>(`${url}?limit=60`)).messages
  const leafId = async () => (await path()).at(-1)?.id
  const record = async (turn: Promise<{ messageId: string }>) => {
    const { messageId } = await turn
    await waitForReplies(app)
    sent.set(messageId, upstream.prompts().at(-1)?.text ?? '')
  }
  const send = () => record(player.chat(characterId, say(40), { conversationId: conversation.id }))

  const generate = [
    send,
    send,
    send,
    () => record(player.chat(characterId, '', { conversationId: conversation.id })),
    async () => {
      const reply = (await path()).findLast(isReply)
      const hint = pick(['', 'Shorter', 'With more rain'])
      return reply ? record(player.post(`${url}/replies`, { messageId: reply.id, hint })) : send()
    },
    async () => {
      const message = pick((await path()).filter(({ role }) => role === 'user').slice(-3))
      return message ? record(player.post(`${url}/messages/${message.id}/edit`, { content: say(30) })) : send()
    },
    async () => {
      const reply = (await path()).at(-1)
      if (!reply || !isReply(reply)) return send()
      return record(player.post(`${url}/replies/${reply.id}/continue`, { length: reply.content.length }))
    },
  ]
  const change = [
    () => player.put(`/api/characters/${characterId}`, { description: `${say(20)} {{time}}`, scenario: say(5) }),
    async () => {
      const updates = await player.get<CharacterUpdate[]>(`${url}/character-updates`)
      const revisions = updates.map(({ revisionId }) => ({ characterId, revisionId }))
      if (revisions.length > 0) await player.put(`${url}/revisions`, { choice: 'take', revisions })
    },
    () => player.put(`/api/characters/${characterId}/lorebook`, { lorebook: book() }),
    () => player.put(`/api/lorebooks/${lorebook.id}`, { name: 'Coast', lorebook: book() }),
    () => player.put(`/api/personas/${bo.id}`, { name: pick(['Bo', 'Zed']), description: say(8) }),
    () => player.put(`${url}/persona`, { personaId: pick([bo.id, null]) }),
    () => player.put(`${url}/notes`, { note: say(6), scene: say(4), depth: Math.floor(random() * 4) }),
    async () => {
      const reply = (await path()).findLast(isReply)
      if (reply) await player.post(`${url}/replies/${reply.id}/edit`, { content: say(20), leafId: await leafId() })
    },
    async () => {
      const { siblings = [] } = pick((await path()).filter(({ siblings }) => siblings.length > 1)) ?? {}
      if (siblings.length > 0) await player.put(`${url}/leaf`, { messageId: pick(siblings), leafId: await leafId() })
    },
    async () => {
      const message = pick((await path()).slice(-6))
      await player.put(`${url}/leaf`, { messageId: message.id, leafId: await leafId(), endHere: true })
    },
    async () => {
      const message = pick((await path()).filter(({ content }) => content !== ''))
      const excluded = !message.excluded
      await player.put(`${url}/messages/${message.id}/excluded`, { excluded, leafId: await leafId() })
    },
    async () => {
      const message = (await path()).filter(({ parentId }) => parentId !== null).at(-1)
      if (message) await player.request('DELETE', `${url}/messages/${message.id}?leafId=${message.id}`)
    },
    () => app.clock.advance(pick([1, 90]) * 60_000),
  ]

  for (let turn = 0; turn < turns; turn++) {
    if (random() < 0.5) await pick(change)()
    await pick(generate)()
  }

  expect(upstream.summaries().length).toBeGreaterThan(0)
  for (const [messageId, request] of sent) {
    const receipt = await player.get<ReplyReceipt>(`${url}/replies/${messageId}/receipt`)
    expect(receipt.request).toBe(request)
  }
}, 300_000)
