import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { asStarted, serverEnv } from './bench-environment.ts'
import { mb, median, ms, range } from './figures.ts'
import { startUpstream, usualPace } from './load/upstreams.ts'
import { cpuSeconds, residentMb } from './process-figures.ts'

const starts = 7
const settleFor = 10_000

const ways = [
  { name: 'what npm start runs', entry: asStarted },
  { name: 'the server alone', entry: ['src/server/main.ts'] },
]

/** From the start of the process to the first page, on data that are already there; and the memory at rest. */
export const startUp: Bench = {
  name: 'start',
  title: 'Start to the first answer on warm data, and memory at rest',
  async run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const upstream = await startUpstream(usualPace)
    const rows = []
    for (const { name, entry } of ways) {
      const server = await ServerProcess.create({ env: serverEnv(upstream, dataDir), entry })
      // The first start makes the database and the cast; it is told apart.
      const first = await server.start('/')
      await server.terminate()
      const took: number[] = []
      const cpu: number[] = []
      for (let time = 0; time < starts; time += 1) {
        took.push(await server.start('/'))
        cpu.push(cpuSeconds(server.pid) * 1000)
        if (time < starts - 1) await server.terminate()
      }
      await pause(settleFor)
      rows.push([name, ms(first), ms(median(took)), range(took, ms), ms(median(cpu)), mb(residentMb(server.pid))])
      await server.terminate()
    }
    await upstream.stop()
    rmSync(dataDir, { recursive: true, force: true })
    return markdownTable(
      ['way', 'first start', 'later starts', 'range', 'CPU to there', `memory after ${settleFor / 1000} s`],
      rows,
    )
  },
}
