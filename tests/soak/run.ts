// `npm run test:soak` runs a server for half an hour under 100 streams at a time and 20 admins with the moderation
// dashboard open. After a warm-up of a sixth of the time it measures twice a minute. It prints a table, writes it to
// docs/figures/soak.json, and fails when memory or descriptors grow, the event loop is late, or anything fails.
// Options: `--minutes 30 --streams 100 --admins 20`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBenchEnvironment } from '#tests/bench/bench-environment.ts'
import { median, slopeOf } from '#tests/bench/figures.ts'
import { defaultPace } from '#tests/bench/load/upstreams.ts'
import { describeMachine, saveFigures } from '#tests/bench/save-figures.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { markdownTable } from '#tests/support/table.ts'
import { Inspector } from './inspector.ts'
import { countMessages, SoakLoad } from './soak-load.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, streams: text, admins: text } })
const options = {
  minutes: Number(values.minutes ?? 30),
  streams: Number(values.streams ?? 100),
  admins: Number(values.admins ?? 20),
}
const title = `A server under ${options.streams} streams at a time and ${options.admins} admins, for ${options.minutes} minutes`
const interval = 30_000
const metricsPort = await findFreePort()

// `process.exit` runs the exit handlers that end the child processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

interface Sample {
  hours: number
  /** Of JavaScript objects after a full collection, and of what they hold outside the heap. MiB, as the resident memory. */
  live: number
  resident: number
  descriptors: number
  streams: number
  /** Milliseconds, since the sample before. */
  lagP99: number
  lagMax: number
}

const folder = mkdtempSync(path.join(tmpdir(), 'troupe-soak-'))
const logFile = path.join(folder, 'log')
const environment = await createBenchEnvironment(defaultPace, {
  env: { METRICS_PORT: String(metricsPort) },
  nodeFlags: ['--inspect=127.0.0.1:0'],
  logFile,
})
const { server } = environment
const inspector = await Inspector.open(server)
const load = await SoakLoad.start(environment, options)
console.log(`${describeMachine()}\n${title}`)
const startedAt = performance.now()
const end = options.minutes * 60_000
const samples: Sample[] = []
await sleep(end / 6)
const before = countMessages(environment)
await readMetrics()
while (performance.now() - startedAt < end) {
  await sleep(interval)
  const sample = await takeSample()
  samples.push(sample)
  const { live, resident, descriptors, streams, lagP99, lagMax } = sample
  console.log(
    `${(sample.hours * 60).toFixed(1)} min: ${live.toFixed(1)} MiB live, ${resident.toFixed(0)} resident, ` +
      `${descriptors} descriptors, ${streams} streams, event loop p99 ${lagP99.toFixed(0)} ms, max ${lagMax.toFixed(0)}, ` +
      `${load.replies} replies, ${load.errors.length} errors`,
  )
}
await load.stop()
const growth = countMessages(environment) - before
const log = readFileSync(logFile, 'utf8').split('\n')
const logged = (level: number) => log.filter((line) => line.startsWith(`{"level":${level}`))
const logErrors = [...logged(50), ...logged(60)]
inspector.close()
await environment.close()
rmSync(folder, { recursive: true, force: true })

const slope = (of: (sample: Sample) => number) => slopeOf(samples.map((sample) => ({ x: sample.hours, y: of(sample) })))
const hours = (samples.at(-1)?.hours ?? 0) - (samples[0]?.hours ?? 0)
const ofEach = (of: (sample: Sample) => number) => {
  const all = samples.map(of)
  return [median(all), Math.min(...all), Math.max(...all)]
}
const mib = (value: number) => value.toFixed(1)
const memory = slope(({ live }) => live)
const openFiles = slope(({ descriptors }) => descriptors) * hours
const worstLag = Math.max(...samples.map(({ lagP99 }) => lagP99))
const rows = [
  [
    'heap after a collection, and external memory, MiB',
    ...ofEach(({ live }) => live).map(mib),
    `${mib(memory)} an hour`,
  ],
  [
    'resident memory, MiB',
    ...ofEach(({ resident }) => resident).map(mib),
    `${mib(slope(({ resident }) => resident))} an hour`,
  ],
  ['open descriptors', ...ofEach(({ descriptors }) => descriptors), `${mib(openFiles)} in all`],
  ['live streams', ...ofEach(({ streams }) => streams), ''],
  ['event loop, p99 of 30 s, ms', ...ofEach(({ lagP99 }) => lagP99).map(mib), ''],
  ['event loop, longest delay of 30 s, ms', ...ofEach(({ lagMax }) => lagMax).map(mib), ''],
]
const counts = [
  ['replies', load.replies],
  ['messages added while measured', growth],
  ['decisions about flags', load.flags],
  ['pages read by admins', load.pages],
  ['failed requests', load.errors.length],
  ['errors in the log', logErrors.length],
  ['warnings in the log', logged(40).length],
]
const table = markdownTable(['', 'median', 'least', 'most', 'slope'], rows)
const report = `${table}\n\n${markdownTable(['', 'count'], counts)}`
console.log(`\n${report}`)
saveFigures('soak', { title, options, text: report })
for (const error of [...load.errors, ...logErrors, ...logged(40)].slice(0, 20)) console.error(error)

const failures = [
  memory >= 4 && `The memory grows by ${mib(memory)} MiB an hour.`,
  openFiles >= 10 && `The open descriptors grow by ${mib(openFiles)}.`,
  worstLag >= 50 && `The event loop is late by ${mib(worstLag)} ms (p99 of 30 s).`,
  load.errors.length + logErrors.length > 0 && 'Requests failed, or the log has errors.',
].filter((failure) => failure !== false)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

async function takeSample(): Promise<Sample> {
  const metrics = await readMetrics()
  const { heapUsed, external, rss } = await inspector.evaluate<NodeJS.MemoryUsage>('gc(); process.memoryUsage()')
  // The next sample leaves out the pause of this collection.
  await readMetrics()
  return {
    hours: (performance.now() - startedAt) / 3_600_000,
    live: (heapUsed + external) / 2 ** 20,
    resident: rss / 2 ** 20,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    streams: metrics('troupe_live_replies'),
    lagP99: metrics('nodejs_eventloop_lag_p99_seconds') * 1_000,
    lagMax: metrics('nodejs_eventloop_lag_max_seconds') * 1_000,
  }
}

async function readMetrics(): Promise<(name: string) => number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const body = await response.text()
  return (name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1])
}
