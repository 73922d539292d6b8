// `npm run bench` measures the performance targets, each as a ratio within one run. It prints the results and writes them
// to docs/figures/<name>.json; docs/performance.md and docs/scaling.md have the newest of each. Options: `--only first-token,cpu`,
// `--streams 1,100,500`, `--series 3`, `--characters 1000,1000000`, `--messages 1000,1000000`, `--database sqlite,postgres`,
// `--instances 1,2,5`.
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { bytesWritten } from './bytes-written.ts'
import { firstToken } from './first-token.ts'
import { gallery } from './gallery.ts'
import { instances } from './instances.ts'
import { longConversation } from './long-conversation.ts'
import { saturation } from './saturation.ts'
import { describeMachine, saveFigures } from './save-figures.ts'
import { scale } from './scale.ts'
import { startUp } from './start.ts'
import { streamCpu } from './stream-cpu.ts'

const benches: Bench[] = [
  startUp,
  saturation,
  firstToken,
  streamCpu,
  longConversation,
  gallery,
  bytesWritten,
  instances,
  scale,
]

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    only: text,
    streams: text,
    series: text,
    characters: text,
    messages: text,
    database: text,
    instances: text,
  },
})
const numbers = (list: string) => list.split(',').map(Number)
const selected = values.only?.split(',')
const options = {
  streams: numbers(values.streams ?? '1,100,500'),
  series: Number(values.series ?? 3),
  sizes: numbers(values.characters ?? '1000,10000,100000,1000000').map((characters, index) => ({
    characters,
    messages: numbers(values.messages ?? '')[index] || characters,
  })),
  databases: (values.database ?? 'sqlite,postgres').split(','),
  instances: numbers(values.instances ?? '1,2,5'),
}

const unknown = selected?.filter((name) => !benches.some((bench) => bench.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Choose from ${benches.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

// `process.exit` runs the exit handlers that end the child processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

console.log(`${describeMachine()}\n`)
for (const bench of benches) {
  if (selected && !selected.includes(bench.name)) continue
  const text = await bench.run(options)
  console.log(`### ${bench.title}\n\n${text}\n`)
  saveFigures(bench.name, { title: bench.title, options, text })
}
