import path from 'node:path'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { readEventStream } from '#tests/support/http-client.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import {
  addUsers,
  type BenchEnvironment,
  type BenchUser,
  createBenchEnvironment,
  createSends,
  directBody,
} from './bench-environment.ts'
import { median, ms, times } from './figures.ts'
import { cpuSeconds } from './process-figures.ts'

/** Sends in one series. */
const seriesLength = 30
/** The upstream replies immediately with one token, so that the measured time is the server's. */
export const instantPace = { first: 0, gap: 0, tokens: 1 }

/** Conversation lengths, and about how many of their messages fit into the prompt. */
const lengths = [
  { messages: 10, inPrompt: 10 },
  { messages: 200, inPrompt: 85 },
  { messages: 10_000, inPrompt: 85 },
]

interface Cost {
  milliseconds: number
  cpu: number
}

/** Measures what a send costs the server as the conversation grows, without the time of the upstream. */
export const longConversation: Bench = {
  name: 'long',
  title: 'A send in a long conversation, without the upstream’s own time',
  async run({ series }) {
    const environment = await createBenchEnvironment(instantPace)
    // Each short conversation gets only one send, so that it stays short. The first series is a warm-up.
    await addUsers(environment, (series + 1) * seriesLength + lengths.length, { historyLength: 7 })
    const long = environment.users.splice(0, lengths.length)
    await extendConversations(environment, long)
    const costs = lengths.map((): Cost[] => [])
    for (let round = 0; round <= series; round += 1) {
      for (const [index, { messages, inPrompt }] of lengths.entries()) {
        const user = long[index]
        const short = environment.users.slice(round * seriesLength, (round + 1) * seriesLength)
        const users = messages === 10 || !user ? short : Array.from({ length: seriesLength }, () => user)
        const cost = await measure(environment, users, inPrompt)
        if (round > 0) costs[index]?.push(cost)
      }
    }
    await environment.close()
    return markdownTable(['messages', 'first token after', 'ratio', 'server CPU', 'ratio'], rowsOf(costs))
  },
}

function rowsOf(costs: Cost[][]) {
  const [shortest = []] = costs
  const medianOf = (values: Cost[], pick: (cost: Cost) => number) => median(values.map(pick))
  const ratio = (values: Cost[], pick: (cost: Cost) => number) =>
    times(medianOf(values, pick) / medianOf(shortest, pick))
  const time = (cost: Cost) => cost.milliseconds
  const cpu = (cost: Cost) => cost.cpu
  return costs.map((values, index) => [
    lengths[index]?.messages.toLocaleString('en') ?? '',
    ms(medianOf(values, time)),
    ratio(values, time),
    ms(medianOf(values, cpu)),
    ratio(values, cpu),
  ])
}

/** Sends sequentially and reads each reply to its end. */
async function measure(environment: BenchEnvironment, users: BenchUser[], inPrompt: number): Promise<Cost> {
  const upstream: number[] = []
  for (let index = 0; index < seriesLength; index += 1) upstream.push(await sendToUpstream(environment, inPrompt))
  const ours: number[] = []
  const before = cpuSeconds(environment.server.pid)
  for (const user of users) ours.push(await sendToServer(environment, user))
  const cpu = ((cpuSeconds(environment.server.pid) - before) * 1000) / users.length
  return { milliseconds: median(ours) - median(upstream), cpu }
}

async function sendToServer(environment: BenchEnvironment, user: BenchUser): Promise<number> {
  const [request] = createSends({ ...environment, users: [user] }, 1)
  const options = { method: 'POST', cookie: user.cookie, body: JSON.parse(request?.body ?? '') }
  return timeToFirstEvent(`${environment.server.url}/api/chat`, options, 'delta')
}

function sendToUpstream(environment: BenchEnvironment, historyLength: number): Promise<number> {
  const options = { method: 'POST', body: JSON.parse(directBody(historyLength)) }
  return timeToFirstEvent(`${environment.upstream.url}/v1/chat/completions`, options, 'message')
}

export async function timeToFirstEvent(
  url: string,
  options: Parameters<typeof readEventStream>[1],
  eventName: string,
): Promise<number> {
  const startedAt = performance.now()
  let elapsed = Number.NaN
  const response = await readEventStream(url, options, (event) => {
    if (event === eventName && Number.isNaN(elapsed)) elapsed = performance.now() - startedAt
  })
  if (response.status !== 200 || Number.isNaN(elapsed)) throw new Error(`${url}: ${response.status} ${response.text}`)
  return elapsed
}

/** Extends the conversation of each user to the given number of messages. */
export async function extendConversations(
  environment: BenchEnvironment,
  users: BenchUser[],
  sizes = lengths.map(({ messages }) => messages),
): Promise<void> {
  const { db, close } = openSqlite(path.join(environment.dataDir, 'troupe.db'))
  const context = { db, ids: createIds(systemClock), clock: systemClock }
  for (const [index, { conversationId }] of users.entries()) {
    const { messages } = await db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('messages'))
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
    const missing = (sizes[index] ?? 0) - messages
    if (missing > 0) await fillConversation(context, conversationId, missing)
  }
  await close()
}
