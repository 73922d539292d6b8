import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { chatLimits } from '#shared/chat.ts'
import { mb } from '#tests/bench/figures.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { probeCells } from './probe-client.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startServer(env: Record<string, string>): Promise<AbuseServer> {
  const server = await startAbuseServer({ env })
  cleanups.push(() => server.close())
  return server
}

test('80 turns that fail store no more than the conversations that an account may have', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-abuse-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  // Nothing listens there.
  const server = await startServer({ DATA_DIR: dataDir, RATE_LIMITS: 'off', MODEL_BASE_URL: 'http://127.0.0.1:9/v1' })
  const cookie = await server.signUp('attacker')
  const stored = () => {
    const db = new DatabaseSync(path.join(dataDir, 'troupe.db'), { readOnly: true })
    const row = db.prepare('select coalesce(sum(length(content)), 0) / 1e6 as megabytes from messages').get()
    db.close()
    return Number(row?.megabytes)
  }
  const send = async (entries: number) => {
    const history = Array.from({ length: entries }, () => ({ role: 'assistant', content: 'x'.repeat(2_000) }))
    const body = { characterId: server.characterId, message: 'Hello', conversationHistory: history }
    return (await server.send('POST', '/api/chat', { cookie, body })).status
  }
  const statuses: number[] = []
  for (let turn = 0; turn < 80; turn++) statuses.push(await send(turn % 2 === 0 ? 450 : 99))
  const count = (status: number) => statuses.filter((one) => one === status).length
  recordFigures('Histories: 80 turns, the model away', {
    'history of 900 kB': `${count(400)} × 400`,
    'history of 198 kB': `${count(502)} × 502`,
    'text stored': mb(stored()),
  })
  expect(count(400)).toBe(40)
  expect(count(502)).toBe(40)
  expect(stored()).toBeLessThan(chatLimits.provisional * 0.2)
})

test('two accounts with hostile characters, long histories and many streams do not disturb another client', async () => {
  const server = await startServer({})
  const cookies = [await server.signUp('attacker-1'), await server.signUp('attacker-2')]
  // The words in between keep the safety policy from refusing the text for its signs.
  const piece = '{{roll:999d9}}<bot>{{reverse:<bot>}} rolls the dice again '
  const fill = (size: number) => piece.repeat(size / piece.length)
  const prose = ['personality', 'speechStyle', 'behaviors', 'environment', 'scenario', 'systemPrompt', 'greeting']
  const character = {
    name: 'N'.repeat(100),
    description: fill(2_000),
    definition: fill(50_000),
    exampleDialogue: fill(50_000),
    ...Object.fromEntries(prose.map((field) => [field, fill(8_000)])),
  }
  const created = await server.send('POST', '/api/characters', { cookie: cookies[0] ?? '', body: character })
  expect(created.status, created.text.slice(0, 200)).toBe(201)
  const { id: characterId } = JSON.parse(created.text)
  const conversationHistory = Array.from({ length: 99 }, () => ({ role: 'assistant', content: 'x'.repeat(2_000) }))
  const statuses = new Map<number, number>()
  const attack = async (cookie: string) => {
    for (let count = 0; count < 40; count++) {
      const body = { characterId, message: 'Hello', conversationHistory }
      const { status, text } = await server.send('POST', '/api/chat', { cookie, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) continue
      const { conversationId, messageId } = JSON.parse(text)
      const events = `/api/conversations/${conversationId}/replies/${messageId}/events`
      await Promise.all(Array.from({ length: 4 }, () => server.send('GET', events, { cookie })))
    }
  }
  const figures = await server.probe.expectUndisturbed(() => Promise.all(cookies.map(attack)))
  expect(statuses.get(200)).toBeGreaterThanOrEqual(20)
  recordFigures('Chat: two accounts with hostile characters and long histories', {
    turns: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    memory: mb(server.memoryMb()),
    ...probeCells(figures),
  })
})
