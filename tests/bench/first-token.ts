import { markdownTable } from '#tests/support/table.ts'
import type { Bench, BenchOptions } from './bench.ts'
import {
  addApiKeys,
  addUsers,
  type BenchEnvironment,
  countStoredReplies,
  createBenchEnvironment,
  createCompletions,
  createSends,
  directBody,
} from './bench-environment.ts'
import { median, ms, percentile, times } from './figures.ts'
import { type Load, type LoadResult, openAiMarkers, ownMarkers, runLoad } from './load/load.ts'
import { type ChildServer, defaultPace, startBareProxy } from './load/upstreams.ts'

/** Arrivals per second. With a single stream, the next request is sent when the previous one has ended. */
const perSecond = 250
/** Requests in a series with a single stream. */
const sequentialRequests = 5

const sides = ['direct', 'bare', 'ours', 'v1'] as const

/** One series: the upstream asked directly, through the bare proxy, and through the server, as its pages and as OpenAI's clients ask it. */
interface Series {
  direct: LoadResult
  bare: LoadResult
  ours: LoadResult
  v1: LoadResult
  /** Replies found complete and exact in the database. */
  stored: number
}

/** Measures the time to the first token through the server, relative to the upstream and to a bare proxy before it. */
export const firstToken: Bench = {
  name: 'first-token',
  title:
    'Time to first token: the upstream asked directly, through a bare node:http proxy, and through the server (/api/chat, /v1)',
  async run(options) {
    const environment = await createBenchEnvironment(defaultPace)
    await addUsers(environment, Math.max(...options.streams, sequentialRequests))
    await addApiKeys(environment)
    const proxy = await startBareProxy(environment.upstream)
    // One request per user to each before measuring, so that the code is compiled.
    await measureSeries(environment, proxy, environment.users.length)
    const rows = []
    for (const streams of options.streams) {
      const all: Series[] = []
      for (let round = 0; round < options.series; round += 1) {
        all.push(await measureSeries(environment, proxy, streams))
      }
      rows.push(...rowsOf(streams, all, options))
    }
    await proxy.stop()
    await environment.close()
    return markdownTable(
      [
        'live streams',
        '',
        'p50',
        'to direct',
        'to bare',
        'to ours',
        'p99',
        'to direct',
        'to bare',
        'to ours',
        'whole reply',
        'errors',
        'stored',
      ],
      rows,
    )
  },
}

/** One load after the other, so that other load on the machine affects them all. */
async function measureSeries(environment: BenchEnvironment, proxy: ChildServer, streams: number): Promise<Series> {
  const bodies = Array.from({ length: Math.max(streams, sequentialRequests) }, () => ({ body: directBody() }))
  const direct = await runStreams(streams, {
    url: `${environment.upstream.url}/v1/chat/completions`,
    requests: bodies,
    markers: openAiMarkers,
  })
  const bare = await runStreams(streams, { url: proxy.url, requests: bodies, markers: ownMarkers })
  const before = countStoredReplies(environment, defaultPace.tokens)
  const ours = await runStreams(streams, {
    url: `${environment.server.url}/api/chat`,
    requests: createSends(environment, bodies.length),
    markers: ownMarkers,
  })
  const v1 = await runStreams(streams, {
    url: `${environment.server.url}/v1/chat/completions`,
    requests: createCompletions(environment, bodies.length),
    markers: openAiMarkers,
  })
  return { direct, bare, ours, v1, stored: countStoredReplies(environment, defaultPace.tokens) - before }
}

async function runStreams(streams: number, load: Omit<Load, 'perSecond'>): Promise<LoadResult> {
  if (streams > 1) return runLoad({ ...load, requests: load.requests.slice(0, streams), perSecond })
  const total: LoadResult = { firstToken: [], whole: [], errors: [], seconds: 0 }
  for (const request of load.requests.slice(0, sequentialRequests)) {
    const one = await runLoad({ ...load, requests: [request], perSecond })
    for (const key of ['firstToken', 'whole'] as const) total[key].push(...one[key])
    total.errors.push(...one.errors)
  }
  return total
}

function rowsOf(streams: number, all: Series[], { series }: BenchOptions): (string | number)[][] {
  const sends = 2 * series * Math.max(streams, streams > 1 ? 0 : sequentialRequests)
  const stored = all.reduce((sum, one) => sum + one.stored, 0)
  return sides.map((side) => {
    const errors = all.flatMap((one) => one[side].errors)
    for (const error of new Set(errors)) console.error(`first-token, ${streams} streams, ${side}: ${error}`)
    const medianOf = (pick: (one: Series) => number) => median(all.map(pick))
    const at = (percent: number) => {
      const value = (one: Series, of: (typeof sides)[number]) => percentile(one[of].firstToken, percent)
      // A percentile of five requests in a row says nothing about the tail.
      if (percent > 50 && streams === 1) return ['–', '–', '–', '–']
      const to = (other: (typeof sides)[number]) =>
        sides.indexOf(other) < sides.indexOf(side)
          ? times(medianOf((one) => value(one, side) / value(one, other)))
          : '–'
      return [ms(medianOf((one) => value(one, side))), to('direct'), to('bare'), to('ours')]
    }
    const whole = times(medianOf((one) => median(one[side].whole) / median(one.direct.whole)))
    return [streams, side, ...at(50), ...at(99), whole, errors.length, side === 'v1' ? `${stored} of ${sends}` : '–']
  })
}
