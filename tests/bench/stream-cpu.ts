import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { addUsers, createBenchEnvironment, createSends, directBody, untilAtRest } from './bench-environment.ts'
import { mb, median, range, times } from './figures.ts'
import { type Load, ownMarkers, runLoad } from './load/load.ts'
import { defaultPace, startBareProxy } from './load/upstreams.ts'
import { cpuSeconds, peakMemoryMb } from './process-figures.ts'

/** Measures the CPU time per streamed token, and the peak memory with all streams open. */
export const streamCpu: Bench = {
  name: 'cpu',
  title: 'CPU per 1,000 streamed tokens, and peak memory, relative to a bare node:http proxy',
  async run({ streams, series }) {
    const count = Math.max(...streams)
    const environment = await createBenchEnvironment(defaultPace)
    await addUsers(environment, count)
    // A new process: hundreds of registrations and new conversations take memory that is not part of the measurement.
    await environment.server.terminate()
    await environment.server.start()
    await untilAtRest()
    const proxy = await startBareProxy(environment.upstream)
    const bareLoad = { url: proxy.url, requests: Array.from({ length: count }, () => ({ body: directBody() })) }
    const bare: number[] = []
    const ours: number[] = []
    // The first round is a warm-up: code runs slower until it is compiled.
    for (let round = 0; round <= series; round += 1) {
      const url = `${environment.server.url}/api/chat`
      const costs = {
        bare: await cost(proxy.pid, bareLoad),
        ours: await cost(environment.server.pid, { url, requests: createSends(environment, count) }),
      }
      if (round === 0) continue
      bare.push(costs.bare)
      ours.push(costs.ours)
    }
    const peaks = [mb(peakMemoryMb(proxy.pid)), mb(peakMemoryMb(environment.server.pid))] as const
    await proxy.stop()
    await environment.close()
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

/** CPU milliseconds per 1,000 tokens, including the writes after the last reply. */
async function cost(pid: number, load: Pick<Load, 'url' | 'requests'>): Promise<number> {
  const before = cpuSeconds(pid)
  const result = await runLoad({ ...load, perSecond: 250, markers: ownMarkers })
  for (const error of new Set(result.errors)) console.error(`cpu: ${error}`)
  await sleep(1_500)
  return ((cpuSeconds(pid) - before) * 1e6) / (load.requests.length * defaultPace.tokens)
}
