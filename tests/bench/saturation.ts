import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { addUsers, countStoredReplies, createBenchEnvironment, createSends, directBody } from './bench-environment.ts'
import { median, ms, percentile, range, times } from './figures.ts'
import { type Load, type LoadResult, ownMarkers, runLoad } from './load/load.ts'
import { startBareProxy } from './load/upstreams.ts'
import { cpuSeconds } from './process-figures.ts'

/** Number of concurrent requests, each from its own user. */
const concurrency = 64
/** Sends per user in one series, each in its own conversation: no history grows while it is measured. */
const sendsEach = 20
/** Short replies without delay, so that the measured cost is that of the send itself. */
const pace = { first: 0, gap: 0, tokens: 10 }

interface Measured {
  perSecond: number
  cpuMs: number
  result: LoadResult
}

/** Measures how many durable sends the server completes per second, relative to a bare proxy that stores nothing. */
export const saturation: Bench = {
  name: 'saturation',
  title: `Sends at saturation: ${concurrency} concurrent, replies of ${pace.tokens} tokens without delay, relative to a bare node:http proxy`,
  async run({ series }) {
    const environment = await createBenchEnvironment(pace)
    await addUsers(environment, concurrency, { conversationsEach: sendsEach })
    const proxy = await startBareProxy(environment.upstream)
    const bareLoad = () => ({
      url: proxy.url,
      requests: Array.from({ length: concurrency * sendsEach }, () => ({ body: directBody() })),
    })
    const ourLoad = () => ({
      url: `${environment.server.url}/api/chat`,
      requests: createSends(environment, concurrency * sendsEach),
    })
    // The first series of each is a warm-up: code runs slower until it is compiled.
    await measure(proxy.pid, bareLoad())
    await measure(environment.server.pid, ourLoad())
    const bare: Measured[] = []
    const ours: Measured[] = []
    const before = countStoredReplies(environment, pace.tokens)
    for (let round = 0; round < series; round += 1) {
      bare.push(await measure(proxy.pid, bareLoad()))
      ours.push(await measure(environment.server.pid, ourLoad()))
    }
    const stored = countStoredReplies(environment, pace.tokens) - before
    await proxy.stop()
    await environment.close()
    const ratio = median(ours.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? Number.NaN)))
    return markdownTable(
      ['', 'sends a second', 'series', 'ratio', 'CPU a send', 'first token p99', 'errors', 'stored'],
      [
        row('bare proxy', bare, '–', '–'),
        row('ours', ours, times(ratio), `${stored} of ${series * concurrency * sendsEach}`),
      ],
    )
  },
}

function row(name: string, measured: Measured[], ratio: string, stored: string): string[] {
  const rates = measured.map(({ perSecond }) => perSecond)
  const errors = measured.flatMap(({ result }) => result.errors)
  for (const error of new Set(errors)) console.error(`saturation, ${name}: ${error}`)
  return [
    name,
    median(rates).toFixed(0),
    range(rates, (rate) => rate.toFixed(0)),
    ratio,
    ms(median(measured.map(({ cpuMs }) => cpuMs))),
    ms(median(measured.map(({ result }) => percentile(result.firstToken, 99)))),
    String(errors.length),
    stored,
  ]
}

async function measure(pid: number, load: Pick<Load, 'url' | 'requests'>): Promise<Measured> {
  const before = cpuSeconds(pid)
  const result = await runLoad({ ...load, concurrency, markers: ownMarkers })
  // Writes after the last reply are part of its cost.
  await sleep(300)
  const sends = load.requests.length
  return { perSecond: sends / result.seconds, cpuMs: ((cpuSeconds(pid) - before) * 1000) / sends, result }
}
