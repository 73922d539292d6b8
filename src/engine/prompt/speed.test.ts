import { expect, test, vi } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import { sampleChat } from './chat.sample.ts'
import { estimateTokens } from './estimate.ts'
import type { HistoryLine } from './input.ts'

// Hundreds of prompts take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

/** The median time of a call in milliseconds, once it is warm. */
function medianTime(run: () => unknown, times = 150): number {
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    const start = performance.now()
    run()
    took.push(performance.now() - start)
  }
  return took.slice(times / 3).sort((one, other) => one - other)[times / 3] ?? Number.POSITIVE_INFINITY
}

function timeOf(history: HistoryLine[], anchor: string | null): number {
  return medianTime(() =>
    buildPrompt({
      character: sampleCard,
      user: { name: 'Sam' },
      kind: 'reply',
      history,
      anchor,
      filter: true,
      budget: { contextTokens: 65_536, maxReplyTokens: 600 },
      seed: 's',
      random: () => 0.5,
    }),
  )
}

const counted = (lines: HistoryLine[]) => lines.map((line) => ({ ...line, tokens: estimateTokens(line.content) }))

/** The same lines again and again, under ids of their own. */
function repeated(lines: HistoryLine[], times: number): HistoryLine[] {
  return Array.from({ length: times }, () => lines)
    .flat()
    .map((line, at) => ({ ...line, id: `m${at}` }))
}

test('a prompt of 150 lines takes well under a millisecond, and a long chat costs no more', () => {
  const chat = counted(sampleChat(150))
  const short = timeOf(chat, 'm0')
  const uncounted = timeOf(sampleChat(150), 'm0')
  const long = timeOf(repeated(chat, 67), 'm9900')
  console.log(
    `one prompt of 150 lines: ${short.toFixed(3)} ms; counting them too: ${uncounted.toFixed(3)} ms; at the end of 10,000 lines: ${long.toFixed(3)} ms`,
  )
  expect(short).toBeLessThan(1)
  expect(long).toBeLessThan(1)
})
