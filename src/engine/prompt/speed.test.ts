import { expect, test } from 'vitest'
import { measureProcessorTime } from '../../../tests/support/processor-time.ts'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import { estimateTokens } from './estimate.ts'
import type { HistoryMessage } from './input.ts'
import { sampleChat } from './sample-chat.ts'

/** The mean processor time of a call in milliseconds, after a third as many calls as warm-up. */
function meanTime(run: () => unknown, rounds = 150): number {
  for (let round = 0; round < rounds / 3; round++) run()
  const all = measureProcessorTime(() => {
    for (let round = 0; round < rounds; round++) run()
  })
  return all / rounds
}

function timeOf(history: HistoryMessage[], anchor: string | null): number {
  return meanTime(() =>
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

const withTokens = (messages: HistoryMessage[]) =>
  messages.map((message) => ({ ...message, tokens: estimateTokens(message.content) }))

/** The same messages `count` times, with unique ids. */
function repeat(messages: HistoryMessage[], count: number): HistoryMessage[] {
  return Array.from({ length: count }, () => messages)
    .flat()
    .map((message, index) => ({ ...message, id: `m${index}` }))
}

test('a prompt of 150 messages takes less than 1 ms, also in a long conversation', () => {
  const chat = withTokens(sampleChat(150))
  const short = timeOf(chat, 'm0')
  const uncounted = timeOf(sampleChat(150), 'm0')
  const long = timeOf(repeat(chat, 67), 'm9900')
  console.log(
    `prompt of 150 messages: ${short.toFixed(3)} ms; with counting their tokens: ${uncounted.toFixed(3)} ms; in a conversation of 10,000 messages: ${long.toFixed(3)} ms`,
  )
  expect(short).toBeLessThan(1)
  expect(long).toBeLessThan(1)
})
