import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { openTheatre, type Reader, seatReaders, sendsOf, type Theatre } from './bench-environment.ts'
import { times } from './figures.ts'
import { ourMarks, runLoad } from './load/load.ts'
import { usualPace } from './load/upstreams.ts'
import { fill } from './long-conversation.ts'

const sends = 4
const sizes = [10, 10_000]

/** What a turn writes to disk: the growth of SQLite's log, with the partial text of every second in it. */
export const bytesWritten: Bench = {
  name: 'bytes',
  title:
    'Bytes written for a turn: the line, its reply of 200 tokens over four seconds, and its partial text on the way',
  async run() {
    const theatre = await openTheatre(usualPace)
    await seatReaders(theatre, sizes.length, 7)
    await fill(theatre, theatre.readers, sizes)
    const written: number[] = []
    for (const reader of theatre.readers) written.push(await writtenFor(theatre, reader))
    await theatre.close()
    const [least = Number.NaN] = written
    const rows = sizes.map((messages, place) => {
      const bytes = written[place] ?? Number.NaN
      return [messages.toLocaleString('en'), `${(bytes / 1000).toFixed(0)} kB`, times(bytes / least)]
    })
    return markdownTable(['messages before', 'written for a turn', 'ratio'], rows)
  },
}

async function writtenFor(theatre: Theatre, reader: Reader): Promise<number> {
  const file = path.join(theatre.dataDir, 'troupe.db')
  const beside = new DatabaseSync(file)
  beside.exec('pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)')
  beside.close()
  for (let send = 0; send < sends; send += 1) {
    const requests = sendsOf({ ...theatre, readers: [reader] }, 1)
    const heard = await runLoad({ url: `${theatre.server.url}/api/chat`, requests, perSecond: 1, marks: ourMarks })
    if (heard.errors.length > 0) throw new Error(heard.errors[0])
  }
  return statSync(`${file}-wal`).size / sends
}
