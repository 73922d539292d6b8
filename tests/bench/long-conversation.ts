import path from 'node:path'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { readEventStream } from '#tests/support/http-client.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { directBody, openTheatre, type Reader, seatReaders, sendsOf, type Theatre } from './bench-environment.ts'
import { median, ms, times } from './figures.ts'
import { cpuSeconds } from './process-figures.ts'

const block = 30
/** The upstream answers at once and in one word, so that what is measured is ours. */
const atOnce = { first: 0, gap: 0, tokens: 1 }

/** A conversation of this many messages, and about how many of them the prompt has room for. */
const lengths = [
  { messages: 10, inPrompt: 10 },
  { messages: 200, inPrompt: 85 },
  { messages: 10_000, inPrompt: 85 },
]

interface Cost {
  milliseconds: number
  cpu: number
}

/** What a send costs the server as the conversation grows; the time the upstream takes is taken off. */
export const longConversation: Bench = {
  name: 'long',
  title: 'A send in a long conversation, the upstream’s own time taken off',
  async run({ series }) {
    const theatre = await openTheatre(atOnce)
    // A short conversation is sent to once, so that it stays short; the first block warms up.
    await seatReaders(theatre, (series + 1) * block + lengths.length, 7)
    const long = theatre.readers.splice(0, lengths.length)
    await fill(theatre, long)
    const costs = lengths.map((): Cost[] => [])
    for (let turn = 0; turn <= series; turn += 1) {
      for (const [place, { messages, inPrompt }] of lengths.entries()) {
        const reader = long[place]
        const short = theatre.readers.slice(turn * block, (turn + 1) * block)
        const readers = messages === 10 || !reader ? short : Array.from({ length: block }, () => reader)
        const cost = await measure(theatre, readers, inPrompt)
        if (turn > 0) costs[place]?.push(cost)
      }
    }
    await theatre.close()
    return markdownTable(['messages', 'first token after', 'ratio', 'server CPU', 'ratio'], rowsOf(costs))
  },
}

function rowsOf(costs: Cost[][]) {
  const [shortest = []] = costs
  const middle = (values: Cost[], pick: (cost: Cost) => number) => median(values.map(pick))
  const ratio = (values: Cost[], pick: (cost: Cost) => number) => times(middle(values, pick) / middle(shortest, pick))
  const time = (cost: Cost) => cost.milliseconds
  const cpu = (cost: Cost) => cost.cpu
  return costs.map((values, place) => [
    lengths[place]?.messages.toLocaleString('en') ?? '',
    ms(middle(values, time)),
    ratio(values, time),
    ms(middle(values, cpu)),
    ratio(values, cpu),
  ])
}

/** Sends one after the other, each followed to its end. */
async function measure(theatre: Theatre, readers: Reader[], inPrompt: number): Promise<Cost> {
  const upstream: number[] = []
  for (let index = 0; index < block; index += 1) upstream.push(await direct(theatre, inPrompt))
  const ours: number[] = []
  const before = cpuSeconds(theatre.server.pid)
  for (const reader of readers) ours.push(await send(theatre, reader))
  const cpu = ((cpuSeconds(theatre.server.pid) - before) * 1000) / readers.length
  return { milliseconds: median(ours) - median(upstream), cpu }
}

async function send(theatre: Theatre, reader: Reader): Promise<number> {
  const [request] = sendsOf({ ...theatre, readers: [reader] }, 1)
  const options = { method: 'POST', cookie: reader.cookie, body: JSON.parse(request?.body ?? '') }
  return firstEvent(`${theatre.server.url}/api/chat`, options, 'delta')
}

function direct(theatre: Theatre, lines: number): Promise<number> {
  const options = { method: 'POST', body: JSON.parse(directBody(lines)) }
  return firstEvent(`${theatre.upstream.url}/v1/chat/completions`, options, 'message')
}

async function firstEvent(
  url: string,
  options: Parameters<typeof readEventStream>[1],
  wanted: string,
): Promise<number> {
  const begun = performance.now()
  let took = Number.NaN
  const answer = await readEventStream(url, options, (event) => {
    if (event === wanted && Number.isNaN(took)) took = performance.now() - begun
  })
  if (answer.status !== 200 || Number.isNaN(took)) throw new Error(`${url}: ${answer.status} ${answer.text}`)
  return took
}

/** Lengthens each of these conversations to what it is to be. */
export async function fill(
  theatre: Theatre,
  readers: Reader[],
  sizes = lengths.map(({ messages }) => messages),
): Promise<void> {
  const { db, close } = openSqlite(path.join(theatre.dataDir, 'troupe.db'))
  const context = { db, ids: createIds(systemClock), clock: systemClock }
  for (const [place, { conversationId }] of readers.entries()) {
    const { messages } = await db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('messages'))
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
    const missing = (sizes[place] ?? 0) - messages
    if (missing > 0) await fillConversation(context, conversationId, missing)
  }
  await close()
}
