import { setTimeout as pause } from 'node:timers/promises'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { directBody, openTheatre, seatReaders, sendsOf } from './bench-environment.ts'
import { mb, median, range, times } from './figures.ts'
import { type Load, ourMarks, runLoad } from './load/load.ts'
import { startBareProxy, usualPace } from './load/upstreams.ts'
import { cpuSeconds, forgetPeak, peakMb } from './process-figures.ts'

/** What a token costs the server, and what the memory is while the house is full. */
export const streamCpu: Bench = {
  name: 'cpu',
  title: 'CPU per 1,000 streamed tokens, and peak memory, against a bare node:http proxy',
  async run({ streams, series }) {
    const count = Math.max(...streams)
    const theatre = await openTheatre(usualPace)
    await seatReaders(theatre, count)
    const proxy = await startBareProxy(theatre.upstream)
    const bareLoad = { url: proxy.url, requests: Array.from({ length: count }, () => ({ body: directBody() })) }
    // Both have streamed a full house before anything is measured.
    await runLoad({ ...bareLoad, perSecond: 250, marks: ourMarks })
    // Seating everybody hashed as many passwords, which takes memory of its own.
    for (const pid of [proxy.pid, theatre.server.pid]) forgetPeak(pid)
    const bare: number[] = []
    const ours: number[] = []
    for (let turn = 0; turn < series; turn += 1) {
      bare.push(await cost(proxy.pid, bareLoad))
      ours.push(
        await cost(theatre.server.pid, { url: `${theatre.server.url}/api/chat`, requests: sendsOf(theatre, count) }),
      )
    }
    const peaks = [mb(peakMb(proxy.pid)), mb(peakMb(theatre.server.pid))] as const
    await proxy.stop()
    await theatre.close()
    const milliseconds = (value: number) => value.toFixed(1)
    const ratio = median(ours.map((value, index) => value / (bare[index] ?? Number.NaN)))
    return markdownTable(
      [`${count} streams`, 'CPU ms per 1,000 tokens', 'series', 'ratio', 'peak memory'],
      [
        ['bare proxy', milliseconds(median(bare)), range(bare, milliseconds), '–', peaks[0]],
        ['ours', milliseconds(median(ours)), range(ours, milliseconds), times(ratio), peaks[1]],
      ],
    )
  },
}

/** CPU milliseconds per 1,000 tokens. What is still to be written when the last reader left is waited for. */
async function cost(pid: number, load: Pick<Load, 'url' | 'requests'>): Promise<number> {
  const before = cpuSeconds(pid)
  const heard = await runLoad({ ...load, perSecond: 250, marks: ourMarks })
  for (const error of new Set(heard.errors)) console.error(`cpu: ${error}`)
  await pause(1_500)
  return ((cpuSeconds(pid) - before) * 1e6) / (load.requests.length * usualPace.tokens)
}
