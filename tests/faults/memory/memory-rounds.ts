import { setTimeout as sleep } from 'node:timers/promises'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ConversationMemory } from '#shared/memory.ts'
import { compileCacheEnv } from '#tests/support/child-process.ts'
import { endLeases } from '#tests/support/end-leases.ts'
import { startMemoryUpstream } from '#tests/support/memory-upstream.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { Client, createCharacter } from '#tests/support/test-app.ts'

/** Milliseconds until the memory of a conversation counts as lost. */
const deadline = 20_000
const filler = 'The rain keeps its own counsel, and the lamp on the stair leans toward the sea as if to listen. '
/** A history that fills more than three quarters of the model's window, and not all of it, so that a reply adds a job. */
const conversationHistory = Array.from({ length: 23 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: ${filler.repeat(3)}`.slice(0, 300),
}))

/** When the server is killed: after a reply has ended, while its summary is written, or around its storing. */
const moments = ['replied', 'asked', 'answered'] as const

export interface MemoryResults {
  rounds: number
  /** Conversations whose reply had ended when the server was killed. */
  conversations: number
  /** Those of them whose memory was not stored yet. */
  recovered: number
  violations: string[]
}

/**
 * Kills the server between the end of replies and the end of the jobs that they added, round after round. After the
 * restart each job must be done once: one summary, and each fact once.
 */
export async function runMemoryRounds(env: Record<string, string>, rounds: number): Promise<MemoryResults> {
  const upstream = await startMemoryUpstream()
  const limits = { RATE_LIMITS: 'off', AGE_ASSURANCE: 'none' }
  const server = await ServerProcess.create({ env: { ...compileCacheEnv, ...env, ...upstream.env, ...limits } })
  const results: MemoryResults = { rounds: 0, conversations: 0, recovered: 0, violations: [] }
  try {
    await server.start()
    const player = new Client(() => server.url)
    await player.post('/api/auth/register', { username: crypto.randomUUID(), password: 'quiet-harbor' })
    const character = await createCharacter(player)
    for (; results.rounds < rounds; results.rounds += 1) {
      await runRound({ server, upstream, player, character, databaseUrl: env.DATABASE_URL, results })
    }
    return results
  } finally {
    await server.kill9()
    await upstream.close()
  }
}

interface Round {
  server: ServerProcess
  upstream: Awaited<ReturnType<typeof startMemoryUpstream>>
  player: Client
  character: Character
  databaseUrl: string | undefined
  results: MemoryResults
}

async function runRound({ server, upstream, player, character, databaseUrl, results }: Round): Promise<void> {
  const moment = moments[results.rounds % moments.length]
  let kill = () => {}
  const killed = new Promise<void>((resolve) => {
    kill = () => {
      kill = () => {}
      // A few milliseconds later in each round, so that the kill comes before, in and after the transactions.
      sleep(results.rounds % 20).then(() => server.kill9().then(resolve))
    }
  })
  const replied = Promise.withResolvers<void>()
  // However busy the machine is: a reply is known here before the kill, and only the last moment can store a summary.
  upstream.beforeSummary = async () => {
    await replied.promise
    if (moment !== 'replied') kill()
    if (moment !== 'answered') await killed
  }
  const ended: string[] = []
  const sends = Array.from({ length: 3 }, async () => {
    const body = { characterId: character.id, message: 'Good evening.', conversationHistory }
    const turn = await player.post<ChatResponse>('/api/chat', body).catch(() => null)
    // A server that is killed does not answer.
    if (!turn) return
    ended.push(turn.conversationId)
    replied.resolve()
    if (moment === 'replied') kill()
  })
  await Promise.all([...sends, killed])
  upstream.beforeSummary = async () => {}
  const asked = upstream.summaries().length
  await endLeases(databaseUrl)
  await server.start()
  for (const id of ended) {
    const problem = await verify(player, id)
    if (problem) results.violations.push(`round ${results.rounds}, ${moment}, ${id}: ${problem}`)
  }
  results.conversations += ended.length
  results.recovered += upstream.summaries().length - asked
}

/** Waits until nothing is to be done for a conversation; returns what is wrong with its memory, or null. */
async function verify(player: Client, id: string): Promise<string | null> {
  const endsAt = performance.now() + deadline
  for (;;) {
    const { pending, summary, facts } = await player.get<ConversationMemory>(`/api/conversations/${id}/memory`)
    if (!pending) {
      const texts = facts.map(({ text }) => text).sort()
      const isOnce = texts.join() === 'Sam keeps bees.,The lamp is old.'
      return summary && isOnce ? null : `the summary is ${summary?.text ?? 'lost'}, the facts are ${texts.join(', ')}`
    }
    if (performance.now() > endsAt) return 'the job was not done'
    await sleep(20)
  }
}
