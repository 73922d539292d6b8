import { setTimeout as pause } from 'node:timers/promises'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { directBody, keptReplies, openTheatre, seatReaders, sendsOf } from './bench-environment.ts'
import { median, ms, percentile, range, times } from './figures.ts'
import { type Heard, type Load, ourMarks, runLoad } from './load/load.ts'
import { startBareProxy } from './load/upstreams.ts'
import { cpuSeconds } from './process-figures.ts'

/** Requests in flight at any time, each in a conversation of its own. */
const concurrency = 64
/** Sends of each of them in one series. */
const sendsEach = 20
/** Short replies without delay: what remains is the cost of a send itself. */
const pace = { first: 0, gap: 0, tokens: 10 }

interface Measured {
  perSecond: number
  cpuMs: number
  heard: Heard
}

/** How many messages a second can be sent, every one of them durable, against a bare proxy that stores nothing. */
export const saturation: Bench = {
  name: 'saturation',
  title: `Sends at saturation: ${concurrency} at once, replies of ${pace.tokens} tokens without delay, against a bare node:http proxy`,
  async run({ series }) {
    const environment = await openTheatre(pace)
    await seatReaders(environment, concurrency)
    const proxy = await startBareProxy(environment.upstream)
    const bareLoad = () => ({
      url: proxy.url,
      requests: Array.from({ length: concurrency * sendsEach }, () => ({ body: directBody() })),
    })
    const ourLoad = () => ({
      url: `${environment.server.url}/api/chat`,
      requests: Array.from({ length: sendsEach }, () => sendsOf(environment, concurrency)).flat(),
    })
    // One series of each is not measured: code runs slower until it is compiled.
    await measure(proxy.pid, bareLoad())
    await measure(environment.server.pid, ourLoad())
    const bare: Measured[] = []
    const ours: Measured[] = []
    const before = keptReplies(environment, pace.tokens)
    for (let turn = 0; turn < series; turn += 1) {
      bare.push(await measure(proxy.pid, bareLoad()))
      ours.push(await measure(environment.server.pid, ourLoad()))
    }
    const kept = keptReplies(environment, pace.tokens) - before
    await proxy.stop()
    await environment.close()
    const ratio = median(ours.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? Number.NaN)))
    return markdownTable(
      ['', 'sends a second', 'series', 'ratio', 'CPU a send', 'first token p99', 'errors', 'stored'],
      [
        row('bare proxy', bare, '–', '–'),
        row('ours', ours, times(ratio), `${kept} of ${series * concurrency * sendsEach}`),
      ],
    )
  },
}

function row(name: string, measured: Measured[], ratio: string, stored: string): string[] {
  const rates = measured.map(({ perSecond }) => perSecond)
  const errors = measured.flatMap(({ heard }) => heard.errors)
  for (const error of new Set(errors)) console.error(`saturation, ${name}: ${error}`)
  return [
    name,
    median(rates).toFixed(0),
    range(rates, (rate) => rate.toFixed(0)),
    ratio,
    ms(median(measured.map(({ cpuMs }) => cpuMs))),
    ms(median(measured.map(({ heard }) => percentile(heard.firstToken, 99)))),
    String(errors.length),
    stored,
  ]
}

async function measure(pid: number, load: Pick<Load, 'url' | 'requests'>): Promise<Measured> {
  const before = cpuSeconds(pid)
  const heard = await runLoad({ ...load, concurrency, marks: ourMarks })
  // Writes that follow the last reply belong to it.
  await pause(300)
  const sends = load.requests.length
  return { perSecond: sends / heard.seconds, cpuMs: ((cpuSeconds(pid) - before) * 1000) / sends, heard }
}
