import { afterAll, beforeAll, expect, test } from 'vitest'
import { mb } from '#tests/bench/figures.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { expectUndisturbed, probeCells } from './probe-client.ts'

let server: AbuseServer
/** Enough accounts to take all slots for imports. */
const accounts = 10
const cookies: string[] = []
beforeAll(async () => {
  server = await startAbuseServer()
  for (let index = 0; index < accounts; index++) cookies.push(await server.signUp(`attacker-${index}`))
})
afterAll(() => server.close())

const prose = 'She looks up from the ledger and says that the ferry left an hour ago. '
const fill = (size: number) => prose.repeat(Math.ceil(size / prose.length)).slice(0, size)
const file = (messages: object[], more: object = {}) =>
  JSON.stringify({ format: 'troupe-conversation', version: 1, leaf: messages.length - 1, ...more, messages })
const message = (index: number, more: object) => {
  return { parent: index === 0 ? null : index - 1, role: 'character', status: 'complete', createdAt: 1, ...more }
}
const list = (count: number, more: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => message(index, more(index)))
const lines = (count: number, name: (index: number) => string) =>
  [{ user_name: 'Sam' }, ...Array.from({ length: count }, (_, index) => ({ name: name(index), mes: 'Hm.' }))]
    .map((line) => JSON.stringify(line))
    .join('\n')

/** Files of up to 8 MB in messages, and as large as a request can be. */
const files: Record<string, () => string> = {
  'long messages': () => file(list(195, () => ({ content: fill(40_000) }))),
  'many messages': () => file(list(20_000, () => ({ content: fill(250) }))),
  'many branches with names': () =>
    file(list(20_000, (index) => ({ content: fill(100), name: `Branch ${index}`, parent: index === 0 ? null : 0 }))),
  'a name of 4 MB before each message': () => {
    const participants = [{ id: '', name: 'n'.repeat(4_000_000) }, ...Array(30).fill({ id: '', name: 'Bo' })]
    return file(
      list(20_000, () => ({ content: 'Hm.', speaker: 0 })),
      { participants },
    )
  },
  'replies with much reasoning': () => {
    const reply = JSON.stringify({ name: 'Ada', mes: fill(1_000), extra: { reasoning: fill(70_000) } })
    return ['{"user_name":"Sam"}', ...Array(430).fill(reply)].join('\n')
  },
  '200,000 speakers': () => lines(200_000, (index) => `s${index}`),
  '2,600,000 empty objects': () => `{"messages":[${'{},'.repeat(2_600_000)}{}]}`,
  '2,600,000 empty versions of a message': () =>
    `{"user_name":"Sam"}\n{"name":"Ada","mes":"Hm.","swipe_id":0,"swipes":["Hm."${',""'.repeat(2_600_000)}]}`,
}

test.each(Object.entries(files))('imports of %s do not disturb another client', async (name, createText) => {
  const body = { characterId: server.characterId, text: createText() }
  const statuses = new Map<number, number>()
  const before = server.memoryMb()
  server.resetPeak()
  const figures = await server.probe.measure(() =>
    Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const cookie = cookies[index % accounts] ?? ''
        const { status } = await server.send('POST', '/api/conversations/import', { cookie, body })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    ),
  )
  recordFigures('Imports: 20 files at once', {
    'files of': name,
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    'memory before': mb(before),
    peak: mb(server.peakMb()),
    ...probeCells(figures),
  })
  expect(server.peakMb() - before, 'additional MB').toBeLessThan(500)
  expectUndisturbed(figures)
})

test('exports of a conversation of 8 MB do not disturb another client', async () => {
  const own: string[] = []
  for (const cookie of cookies) {
    const list = await server.send('GET', '/api/conversations?limit=50', { cookie })
    own.push((JSON.parse(list.text) as { id: string }[])[0]?.id ?? '')
  }
  const before = server.memoryMb()
  server.resetPeak()
  const statuses = new Map<number, number>()
  const figures = await server.probe.measure(() =>
    Promise.all(
      ['json', 'jsonl', 'markdown', 'html'].flatMap((format) =>
        Array.from({ length: 10 }, async (_, index) => {
          const path = `/api/conversations/${own[index]}/export?format=${format}`
          const { status } = await server.send('GET', path, { cookie: cookies[index] ?? '' })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
      ),
    ),
  )
  recordFigures('Exports: 40 at once', {
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    'memory before': mb(before),
    peak: mb(server.peakMb()),
    ...probeCells(figures),
  })
  expect(server.peakMb() - before, 'additional MB').toBeLessThan(500)
  expectUndisturbed(figures)
})
