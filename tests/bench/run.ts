// `npm run bench`: the figures the house is to hold, each as a ratio within one run. `--only first-token,cpu`,
// `--streams 1,100,500`, `--series 3`. What it prints is what stands in docs/performance.md.
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { bytesWritten } from './bytes-written.ts'
import { firstToken } from './first-token.ts'
import { lighthouseScores } from './lighthouse.ts'
import { longConversation } from './long-conversation.ts'
import { describeMachine } from './machine.ts'
import { openingConversation } from './opening.ts'
import { saturation } from './saturation.ts'
import { startUp } from './start.ts'
import { streamCpu } from './stream-cpu.ts'

const benches: Bench[] = [
  startUp,
  saturation,
  firstToken,
  streamCpu,
  longConversation,
  bytesWritten,
  openingConversation,
  lighthouseScores,
]

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { only: text, streams: text, series: text } })
const wanted = values.only?.split(',')
const options = {
  streams: (values.streams ?? '1,100,500').split(',').map(Number),
  series: Number(values.series ?? 3),
}

const unknown = wanted?.filter((name) => !benches.some((bench) => bench.name === name)) ?? []
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

// Whatever was started goes when this goes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

console.log(`${describeMachine()}\n`)
for (const bench of benches) {
  if (wanted && !wanted.includes(bench.name)) continue
  console.log(`### ${bench.title}\n\n${await bench.run(options)}\n`)
}
