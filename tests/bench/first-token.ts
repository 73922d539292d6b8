import { markdownTable } from '#tests/support/table.ts'
import type { Bench, BenchOptions } from './bench.ts'
import { directBody, keptReplies, openTheatre, seatReaders, sendsOf, type Theatre } from './bench-environment.ts'
import { median, ms, percentile, times } from './figures.ts'
import { type Heard, openAiMarks, ourMarks, runLoad } from './load/load.ts'
import { usualPace } from './load/upstreams.ts'

/** Chats that begin a second; a single one at a time is followed by the next when it has ended. */
const perSecond = 250
const alone = 5

interface Pair {
  direct: Heard
  ours: Heard
  /** Replies that stand in the database as they were sent. */
  kept: number
}

/** How long the first token takes through us, against the upstream asked directly in the same run. */
export const firstToken: Bench = {
  name: 'first-token',
  title: 'Time to first token, through us against the upstream directly',
  async run(options) {
    const theatre = await openTheatre(usualPace)
    await seatReaders(theatre, Math.max(...options.streams, alone))
    await warmUp(theatre)
    const rows = []
    for (const streams of options.streams) rows.push(rowOf(streams, await measure(theatre, streams, options)))
    await theatre.close()
    const head = [
      'live streams',
      'direct p50',
      'ours p50',
      'ratio',
      'direct p99',
      'ours p99',
      'ratio',
      'whole reply p50',
      'errors',
      'kept',
    ]
    return markdownTable(head, rows)
  },
}

/** Everybody speaks once, to both: nothing is measured on code that has hardly run. */
async function warmUp(theatre: Theatre): Promise<void> {
  const direct = theatre.readers.map(() => ({ body: directBody() }))
  const ours = sendsOf(theatre, theatre.readers.length)
  await runLoad({ url: `${theatre.upstream.url}/v1/chat/completions`, requests: direct, marks: openAiMarks, perSecond })
  await runLoad({ url: `${theatre.server.url}/api/chat`, requests: ours, marks: ourMarks, perSecond })
}

/** Direct, ours, direct, ours …: whatever else the machine does falls on both. */
async function measure(theatre: Theatre, streams: number, { series }: BenchOptions): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let turn = 0; turn < series; turn += 1) {
    const direct = await hear(streams, (from, to) => ({
      url: `${theatre.upstream.url}/v1/chat/completions`,
      requests: Array.from({ length: to - from }, () => ({ body: directBody() })),
      marks: openAiMarks,
    }))
    const before = keptReplies(theatre, usualPace.tokens)
    const ours = await hear(streams, (from, to) => ({
      url: `${theatre.server.url}/api/chat`,
      requests: sendsOf(theatre, to).slice(from),
      marks: ourMarks,
    }))
    pairs.push({ direct, ours, kept: keptReplies(theatre, usualPace.tokens) - before })
  }
  return pairs
}

type Part = (from: number, to: number) => Omit<Parameters<typeof runLoad>[0], 'perSecond'>

async function hear(streams: number, part: Part): Promise<Heard> {
  if (streams > 1) return runLoad({ ...part(0, streams), perSecond })
  const heard: Heard = { firstToken: [], whole: [], errors: [], seconds: 0 }
  for (let index = 0; index < alone; index += 1) {
    const one = await runLoad({ ...part(index, index + 1), perSecond })
    for (const key of ['firstToken', 'whole'] as const) heard[key].push(...one[key])
    heard.errors.push(...one.errors)
  }
  return heard
}

function rowOf(streams: number, pairs: Pair[]) {
  const middle = (pick: (pair: Pair) => number) => median(pairs.map(pick))
  const share = (percent: number) => (heard: Heard) => percentile(heard.firstToken, percent)
  const [p50, p99] = [share(50), share(99)]
  const errors = pairs.flatMap(({ direct, ours }) => [...direct.errors, ...ours.errors])
  for (const error of new Set(errors)) console.error(`first-token, ${streams} streams: ${error}`)
  const tail = streams > 1
  return [
    streams,
    ms(middle(({ direct }) => p50(direct))),
    ms(middle(({ ours }) => p50(ours))),
    times(middle(({ direct, ours }) => p50(ours) / p50(direct))),
    tail ? ms(middle(({ direct }) => p99(direct))) : '–',
    tail ? ms(middle(({ ours }) => p99(ours))) : '–',
    tail ? times(middle(({ direct, ours }) => p99(ours) / p99(direct))) : '–',
    times(middle(({ direct, ours }) => median(ours.whole) / median(direct.whole))),
    errors.length,
    `${pairs.reduce((sum, pair) => sum + pair.kept, 0)} of ${pairs.length * Math.max(streams, streams > 1 ? 0 : alone)}`,
  ]
}
