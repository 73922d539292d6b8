import { setTimeout as sleep } from 'node:timers/promises'
import { listChildPids } from '#tests/support/child-process.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { startRedis } from '#tests/support/redis.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { addUsers, type BenchEnvironment, createBenchEnvironment, createSends } from './bench-environment.ts'
import { mb, ms, percentile } from './figures.ts'
import { type LoadResult, ownMarkers, runLoad } from './load/load.ts'
import { defaultPace, type Pace } from './load/upstreams.ts'
import { cpuSeconds, peakMemoryMb } from './process-figures.ts'

const concurrency = 64
const sendsEach = 20
const streams = 500
/** Short replies without delay. */
const instantPace: Pace = { first: 0, gap: 0, tokens: 10 }

/** Measures the processor time that sends and streams take of several instances, PostgreSQL and Redis on one machine. */
export const instances: Bench = {
  name: 'instances',
  title: `Processor time of several instances, PostgreSQL and Redis: ${concurrency * sendsEach} sends, ${concurrency} at a time; ${streams} streams of ${1_000 / defaultPace.gap} tokens a second`,
  async run({ instances }) {
    const rows = []
    for (const count of instances) {
      const sends = await measure(count, instantPace, { concurrency })
      const live = await measure(count, defaultPace, { perSecond: 250 })
      const second = sends.requests / sends.result.seconds
      const ofSend = (seconds: number) => ms((seconds * 1_000) / sends.requests)
      const ofTokens = (seconds: number) => ms((seconds * 1e6) / (streams * defaultPace.tokens))
      const costs = [...sends.cpu.map(ofSend), ...live.cpu.map(ofTokens)]
      const errors = sends.result.errors.length + live.result.errors.length
      rows.push([
        count,
        second.toFixed(0),
        ...costs,
        ms(percentile(live.result.firstToken, 99)),
        mb(live.memory),
        errors,
      ])
    }
    const parts = ['instances', 'PostgreSQL', 'Redis']
    const head = ['instances', 'sends a second', ...parts.map((part) => `a send: ${part}`)]
    return markdownTable(
      [...head, ...parts.map((part) => `1,000 tokens: ${part}`), 'first token p99', 'largest instance', 'errors'],
      rows,
    )
  },
}

async function measure(count: number, pace: Pace, rate: { concurrency?: number; perSecond?: number }) {
  const [postgres, redis] = [await startPostgres({ settings: { shared_buffers: '1GB' } }), await startRedis()]
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  const environment = await createBenchEnvironment(pace, { instances: count, env })
  try {
    const conversationsEach = rate.concurrency ? sendsEach : Math.ceil(streams / concurrency)
    await addUsers(environment, concurrency, { conversationsEach })
    const requests = rate.concurrency ? concurrency * sendsEach : streams
    // The first load is a warm-up: code runs slower until it is compiled.
    await send(environment, requests, rate)
    const used = () => [
      environment.servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
      cpuOfPostgres(postgres),
      cpuSeconds(redis.pid()),
    ]
    const before = used()
    const result = await send(environment, requests, rate)
    // Writes after the last reply are part of its cost.
    await sleep(1_500)
    const cpu = used().map((seconds, part) => seconds - (before[part] ?? 0))
    const memory = Math.max(...environment.servers.map(({ pid }) => peakMemoryMb(pid)))
    return { requests, result, cpu, memory }
  } finally {
    await environment.close()
    await redis.stop()
    await postgres.stop()
  }
}

/** Sends an equal share of the load to each server, at the same time. */
async function send(environment: BenchEnvironment, count: number, rate: { concurrency?: number; perSecond?: number }) {
  const { servers } = environment
  const requests = createSends(environment, count)
  const share = (value: number | undefined) => value && Math.max(1, Math.round(value / servers.length))
  const results = await Promise.all(
    servers.map(({ url }, server) =>
      runLoad({
        url: `${url}/api/chat`,
        requests: requests.filter((_, index) => index % servers.length === server),
        ...(rate.concurrency ? { concurrency: share(rate.concurrency) } : { perSecond: share(rate.perSecond) }),
        markers: ownMarkers,
      }),
    ),
  )
  const all: LoadResult = { firstToken: [], whole: [], errors: [], seconds: 0 }
  for (const { firstToken, errors, seconds } of results) {
    all.firstToken.push(...firstToken)
    all.errors.push(...errors)
    all.seconds = Math.max(all.seconds, seconds)
  }
  for (const error of new Set(all.errors)) console.error(`instances, ${servers.length}: ${error}`)
  return all
}

const cpuOfPostgres = (postgres: Postgres) =>
  [postgres.pid(), ...listChildPids(postgres.pid())].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
