import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import {
  addUsers,
  type BenchEnvironment,
  type BenchUser,
  createBenchEnvironment,
  createSends,
} from './bench-environment.ts'
import { times } from './figures.ts'
import { ownMarkers, runLoad } from './load/load.ts'
import { defaultPace } from './load/upstreams.ts'
import { extendConversations } from './long-conversation.ts'

const sends = 4
const sizes = [10, 10_000]

/** Measures what a turn writes to disk: the growth of the SQLite log, including the partial reply saved every second. */
export const bytesWritten: Bench = {
  name: 'bytes',
  title:
    'Bytes written for a turn: the message, its reply of 200 tokens over four seconds, and the partial replies saved meanwhile',
  async run() {
    const environment = await createBenchEnvironment(defaultPace)
    await addUsers(environment, sizes.length, { historyLength: 7 })
    await extendConversations(environment, environment.users, sizes)
    const written: number[] = []
    for (const user of environment.users) written.push(await measureBytes(environment, user))
    await environment.close()
    const [least = Number.NaN] = written
    const rows = sizes.map((messages, index) => {
      const bytes = written[index] ?? Number.NaN
      return [messages.toLocaleString('en'), `${(bytes / 1000).toFixed(0)} kB`, times(bytes / least)]
    })
    return markdownTable(['messages before', 'written for a turn', 'ratio'], rows)
  },
}

async function measureBytes(environment: BenchEnvironment, user: BenchUser): Promise<number> {
  const file = path.join(environment.dataDir, 'troupe.db')
  const connection = new DatabaseSync(file)
  // The messages that the benchmark has added are indexed first.
  const waiting = connection.prepare('select 1 from message_search_queue limit 1')
  while (waiting.get()) await sleep(100)
  connection.exec('pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)')
  connection.close()
  for (let send = 0; send < sends; send += 1) {
    const requests = createSends({ ...environment, users: [user] }, 1)
    const result = await runLoad({
      url: `${environment.server.url}/api/chat`,
      requests,
      perSecond: 1,
      markers: ownMarkers,
    })
    if (result.errors.length > 0) throw new Error(result.errors[0])
  }
  return statSync(`${file}-wal`).size / sends
}
