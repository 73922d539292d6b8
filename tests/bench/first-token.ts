import { markdownTable } from '#tests/support/table.ts'
import type { Bench, BenchOptions } from './bench.ts'
import {
  addUsers,
  type BenchEnvironment,
  countStoredReplies,
  createBenchEnvironment,
  createSends,
  directBody,
} from './bench-environment.ts'
import { median, ms, percentile, times } from './figures.ts'
import { type LoadResult, openAiMarkers, ownMarkers, runLoad } from './load/load.ts'
import { defaultPace } from './load/upstreams.ts'

/** Arrivals per second. With a single stream, the next request is sent when the previous one has ended. */
const perSecond = 250
/** Requests in a series with a single stream. */
const sequentialRequests = 5

interface Pair {
  direct: LoadResult
  ours: LoadResult
  /** Replies found complete and exact in the database. */
  stored: number
}

/** Measures the time to the first token through the server, relative to direct requests to the upstream. */
export const firstToken: Bench = {
  name: 'first-token',
  title: 'Time to first token, through the server relative to the upstream',
  async run(options) {
    const environment = await createBenchEnvironment(defaultPace)
    await addUsers(environment, Math.max(...options.streams, sequentialRequests))
    await warmUp(environment)
    const rows = []
    for (const streams of options.streams) rows.push(rowOf(streams, await measure(environment, streams, options)))
    await environment.close()
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
      'stored',
    ]
    return markdownTable(head, rows)
  },
}

/** Sends one request per user to each side before measuring, so that the code is compiled. */
async function warmUp(environment: BenchEnvironment): Promise<void> {
  const direct = environment.users.map(() => ({ body: directBody() }))
  const ours = createSends(environment, environment.users.length)
  await runLoad({
    url: `${environment.upstream.url}/v1/chat/completions`,
    requests: direct,
    markers: openAiMarkers,
    perSecond,
  })
  await runLoad({ url: `${environment.server.url}/api/chat`, requests: ours, markers: ownMarkers, perSecond })
}

/** Alternates direct and own requests, so that other load on the machine affects both. */
async function measure(environment: BenchEnvironment, streams: number, { series }: BenchOptions): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < series; round += 1) {
    const direct = await runStreams(streams, (from, to) => ({
      url: `${environment.upstream.url}/v1/chat/completions`,
      requests: Array.from({ length: to - from }, () => ({ body: directBody() })),
      markers: openAiMarkers,
    }))
    const before = countStoredReplies(environment, defaultPace.tokens)
    const ours = await runStreams(streams, (from, to) => ({
      url: `${environment.server.url}/api/chat`,
      requests: createSends(environment, to).slice(from),
      markers: ownMarkers,
    }))
    pairs.push({ direct, ours, stored: countStoredReplies(environment, defaultPace.tokens) - before })
  }
  return pairs
}

type CreateLoad = (from: number, to: number) => Omit<Parameters<typeof runLoad>[0], 'perSecond'>

async function runStreams(streams: number, createLoad: CreateLoad): Promise<LoadResult> {
  if (streams > 1) return runLoad({ ...createLoad(0, streams), perSecond })
  const total: LoadResult = { firstToken: [], whole: [], errors: [], seconds: 0 }
  for (let index = 0; index < sequentialRequests; index += 1) {
    const one = await runLoad({ ...createLoad(index, index + 1), perSecond })
    for (const key of ['firstToken', 'whole'] as const) total[key].push(...one[key])
    total.errors.push(...one.errors)
  }
  return total
}

function rowOf(streams: number, pairs: Pair[]) {
  const medianOf = (pick: (pair: Pair) => number) => median(pairs.map(pick))
  const firstTokenAt = (percent: number) => (result: LoadResult) => percentile(result.firstToken, percent)
  const [p50, p99] = [firstTokenAt(50), firstTokenAt(99)]
  const errors = pairs.flatMap(({ direct, ours }) => [...direct.errors, ...ours.errors])
  for (const error of new Set(errors)) console.error(`first-token, ${streams} streams: ${error}`)
  const hasTail = streams > 1
  return [
    streams,
    ms(medianOf(({ direct }) => p50(direct))),
    ms(medianOf(({ ours }) => p50(ours))),
    times(medianOf(({ direct, ours }) => p50(ours) / p50(direct))),
    hasTail ? ms(medianOf(({ direct }) => p99(direct))) : '–',
    hasTail ? ms(medianOf(({ ours }) => p99(ours))) : '–',
    hasTail ? times(medianOf(({ direct, ours }) => p99(ours) / p99(direct))) : '–',
    times(medianOf(({ direct, ours }) => median(ours.whole) / median(direct.whole))),
    errors.length,
    `${pairs.reduce((sum, pair) => sum + pair.stored, 0)} of ${pairs.length * Math.max(streams, streams > 1 ? 0 : sequentialRequests)}`,
  ]
}
