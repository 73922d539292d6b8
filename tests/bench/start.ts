import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { npmStartArgs, serverEnv } from './bench-environment.ts'
import { mb, median, ms, range } from './figures.ts'
import { defaultPace, startUpstream } from './load/upstreams.ts'
import { cpuSeconds, residentMb } from './process-figures.ts'

const starts = 7
const idleMs = 10_000

const startCommands = [
  { name: 'npm start', entry: npmStartArgs },
  { name: 'src/server/main.ts', entry: ['src/server/main.ts'] },
]

/** Measures the time from the start of the process to the first page with an existing database, and the idle memory. */
export const startUp: Bench = {
  name: 'start',
  title: 'Start to the first response with an existing database, and idle memory',
  async run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const upstream = await startUpstream(defaultPace)
    const rows = []
    for (const { name, entry } of startCommands) {
      const server = await ServerProcess.create({ env: serverEnv(upstream, dataDir), entry })
      // The first start creates the database and the sample characters, so it is reported separately.
      const first = await server.start('/')
      await server.terminate()
      const durations: number[] = []
      const cpu: number[] = []
      for (let index = 0; index < starts; index += 1) {
        durations.push(await server.start('/'))
        cpu.push(cpuSeconds(server.pid) * 1000)
        if (index < starts - 1) await server.terminate()
      }
      await sleep(idleMs)
      rows.push([
        name,
        ms(first),
        ms(median(durations)),
        range(durations, ms),
        ms(median(cpu)),
        mb(residentMb(server.pid)),
      ])
      await server.terminate()
    }
    await upstream.stop()
    rmSync(dataDir, { recursive: true, force: true })
    return markdownTable(
      ['command', 'first start', 'later starts', 'range', 'CPU until ready', `memory after ${idleMs / 1000} s`],
      rows,
    )
  },
}
