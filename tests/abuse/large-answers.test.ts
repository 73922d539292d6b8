import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#shared/chat.ts'
import { mb } from '#tests/bench/figures.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { expectUndisturbed, probeCells } from './probe-client.ts'

let server: AbuseServer
let cookie: string
/** 20,000 messages, all but the first versions of the second with names of 60 characters. */
let conversationId: string

beforeAll(async () => {
  server = await startAbuseServer()
  cookie = await server.signUp('attacker')
  const messages = Array.from({ length: 20_000 }, (_, index) => ({
    parent: index === 0 ? null : 0,
    role: 'character',
    status: 'complete',
    createdAt: 1,
    content: `She looks up from the ledger and says that the ferry left an hour ago. ${index} `.repeat(2),
    name: `Branch ${index} `.padEnd(60, 'x'),
  }))
  const text = JSON.stringify({ format: 'troupe-conversation', version: 1, leaf: messages.length - 1, messages })
  const body = { characterId: server.characterId, text }
  const imported = await server.send('POST', '/api/conversations/import', { cookie, body })
  conversationId = (JSON.parse(imported.text) as { conversations: Conversation[] }).conversations[0]?.id ?? ''
}, 180_000)
afterAll(() => server.close())

/** How many requests are sent at once, and how often. */
const requests = [
  { name: 'the story map, 60 at once', path: '/map', atOnce: 60, rounds: 1 },
  { name: 'the newest messages, 20 at once, 5 times', path: '', atOnce: 20, rounds: 5 },
]

test.each(requests)('answers of several MB do not disturb another client: $name', async ({ name, path, ...count }) => {
  const statuses = new Map<number, number>()
  let size = 0
  const before = server.memoryMb()
  server.resetPeak()
  const read = async () => {
    const { status, text } = await server.send('GET', `/api/conversations/${conversationId}${path}`, { cookie })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    size = Math.max(size, text.length)
  }
  const figures = await server.probe.measure(async () => {
    for (let round = 0; round < count.rounds; round++) await Promise.all(Array.from({ length: count.atOnce }, read))
  })
  recordFigures('Large answers', {
    requests: name,
    answers: [...statuses].map(([status, times]) => `${times} × ${status}`).join(', '),
    'an answer': mb(size / 1_000_000),
    'memory before': mb(before),
    peak: mb(server.peakMb()),
    ...probeCells(figures),
  })
  expect(server.peakMb() - before, 'additional MB').toBeLessThan(500)
  expectUndisturbed(figures)
})
