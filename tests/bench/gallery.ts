import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { galleryLimits } from '#shared/character-terms.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { npmStartArgs, register, untilAtRest } from './bench-environment.ts'
import { median, ms, range, times } from './figures.ts'
import { runScript } from './load/child-script.ts'
import { startBareFastify } from './load/upstreams.ts'
import { cpuSeconds } from './process-figures.ts'

/** A GET request sent `count` times on several connections. A response with another status is an error. */
export interface RepeatedGet {
  url: string
  headers: Record<string, string>
  status: number
  connections: number
  count: number
}

export interface Repeated {
  perSecond: number
  /** The length of each response body. */
  bodyBytes: number
}

/** Sends the requests from a child process. */
const repeatGet = (get: RepeatedGet): Promise<Repeated> => runScript('tests/bench/load/repeat-get.ts', get)

const connections = 32
const readsEach = 8_000

interface Measured extends Repeated {
  cpuMs: number
}

/** Measures how many gallery pages are read per second, relative to a bare Fastify route with the same bytes. */
export const gallery: Bench = {
  name: 'gallery',
  title: `Reading the gallery’s first page, ${connections} concurrent requests, relative to the same bytes from a bare Fastify route`,
  async run({ series }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const server = await ServerProcess.create({ env: { DATA_DIR: dataDir, RATE_LIMITS: 'off' }, entry: npmStartArgs })
    await server.start()
    const cookie = await register(server, 'reader')
    await createCharacters(server)
    const url = `${server.url}/api/characters/public`
    const { text, headers } = await httpRequest(url, { cookie })
    const file = path.join(dataDir, 'gallery.json')
    writeFileSync(file, text)
    const bare = await startBareFastify(file)
    await untilAtRest()

    const load = { connections, count: readsEach }
    const reads: { name: string; pid: number; get: RepeatedGet }[] = [
      { name: 'bare Fastify', pid: bare.pid, get: { ...load, url: `${bare.url}/`, headers: {}, status: 200 } },
      { name: 'a page', pid: server.pid, get: { ...load, url, headers: { cookie }, status: 200 } },
      {
        name: 'a page, compressed',
        pid: server.pid,
        get: { ...load, url, headers: { cookie, 'accept-encoding': 'br' }, status: 200 },
      },
      {
        name: '304',
        pid: server.pid,
        get: { ...load, url, headers: { cookie, 'if-none-match': headers.etag ?? '' }, status: 304 },
      },
    ]
    const measured = reads.map((): Measured[] => [])
    // The first round is a warm-up: code runs slower until it is compiled.
    for (let round = 0; round <= series; round += 1) {
      for (const [index, { pid, get }] of reads.entries()) {
        const result = await measure(pid, get)
        if (round > 0) measured[index]?.push(result)
      }
    }
    await bare.stop()
    await server.terminate()
    rmSync(dataDir, { recursive: true, force: true })
    const rows = reads.map(({ name }, index) => row(name, measured[index] ?? [], measured[0] ?? []))
    return markdownTable(['', 'bytes', 'reads a second', 'series', 'ratio', 'CPU a read', 'ratio'], rows)
  },
}

/** Fills the first page with characters of another user than the reader. */
async function createCharacters(server: ServerProcess): Promise<void> {
  const cookie = await register(server, 'author')
  for (let index = 0; index < galleryLimits.default; index += 1) {
    const body = {
      name: `Ada Quill the ${index}th`,
      description: 'Keeps a lighthouse and a long grudge. Answers in short, dry sentences when asked about the war.',
      userRole: 'A traveler who missed the last ferry',
      definition: 'Counts the ships, and remembers each of their captains. '.repeat(60),
    }
    const { status } = await httpRequest(`${server.url}/api/characters`, { method: 'POST', cookie, body })
    if (status !== 201) throw new Error(`POST /api/characters: ${status}`)
  }
}

async function measure(pid: number, get: RepeatedGet): Promise<Measured> {
  const before = cpuSeconds(pid)
  const { perSecond, bodyBytes } = await repeatGet(get)
  return { perSecond, bodyBytes, cpuMs: ((cpuSeconds(pid) - before) * 1000) / get.count }
}

function row(name: string, measured: Measured[], bare: Measured[]): string[] {
  const rates = measured.map(({ perSecond }) => perSecond)
  const ratio = (pick: (result: Measured) => number) =>
    times(median(measured.map((result, round) => pick(result) / pick(bare[round] ?? result))))
  return [
    name,
    String(measured[0]?.bodyBytes ?? 0),
    median(rates).toFixed(0),
    range(rates, (rate) => rate.toFixed(0)),
    ratio(({ perSecond }) => perSecond),
    ms(median(measured.map(({ cpuMs }) => cpuMs))),
    ratio(({ cpuMs }) => cpuMs),
  ]
}
