import { setTimeout as sleep } from 'node:timers/promises'
import { httpRequest } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import type { RunContext } from './crash/run-context.ts'
import { sendMessage } from './crash/send-message.ts'
import { SimulatedUser } from './crash/simulated-user.ts'
import {
  createTrackedConversation,
  findUnconfirmedSend,
  type TrackedConversation,
} from './crash/tracked-conversation.ts'
import { verifyConversation } from './crash/verify-conversation.ts'
import { createCharacter, registerAccount } from './crash/workload.ts'

export interface DrainResult {
  streams: number
  hasEndless: boolean
  /** Replies that completed while the server was draining. */
  completed: number
  /** Replies that did not complete and were saved as interrupted. */
  interrupted: number
  exitCode: number | null
  seconds: number
}

/**
 * Sends SIGTERM to a server while replies stream. Half of the replies end soon; with `hasEndless`, the others would stream
 * for a minute, so the server takes all of its time.
 * After the next start every reply must be stored as its reader received it.
 */
export async function drainUnderLoad(
  run: RunContext,
  server: ServerProcess,
  { streams, hasEndless }: { streams: number; hasEndless: boolean },
): Promise<DrainResult> {
  const { results } = run
  const readers = await createReaders(run, streams)
  const replies = readers.map(({ user, conversation }, index) => {
    // Every fifth reader requests JSON instead of a stream.
    const mode = index % 5 === 4 ? 'json' : 'stream'
    return sendMessage(
      run,
      { cookie: user.account.cookie, conversation, mode },
      index % 2 === 0 || !hasEndless ? 'long' : 'endless',
    )
  })
  while (
    readers.filter(({ conversation }) => conversation.sends.at(-1)?.received.length).length < Math.floor(streams * 0.8)
  )
    await sleep(20)

  const startedAt = performance.now()
  const exit = server.terminate()
  run.isFailing = true
  run.failedAt = Number.POSITIVE_INFINITY
  await checkWhileDraining(run, readers[0])
  const [exitCode] = await Promise.all([exit, ...replies])
  const seconds = (performance.now() - startedAt) / 1000
  results.check(exitCode === 0, 'unexpected error', `the server exited with ${exitCode}`)
  results.check(seconds <= 30, 'stuck', `the server exited after ${seconds.toFixed(1)} s`)
  for (const { conversation } of readers) {
    results.check(
      findUnconfirmedSend(conversation) === null,
      'unexpected error',
      `the reader of ${conversation.id} received no end of the reply`,
    )
  }

  await server.start()
  run.isFailing = false
  await Promise.all(readers.map(({ user, conversation }) => verifyConversation(run, user.account.cookie, conversation)))
  const count = (status: string) =>
    readers.filter(({ conversation }) => conversation.sends.at(-1)?.final?.status === status).length
  return { streams, hasEndless, completed: count('complete'), interrupted: count('interrupted'), exitCode, seconds }
}

interface Reader {
  user: SimulatedUser
  conversation: TrackedConversation
}

async function createReaders(run: RunContext, count: number): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let index = 0; index < count; index += 1) {
    const account = await registerAccount(run)
    if (!account) continue
    const user = new SimulatedUser(account)
    const character = await createCharacter(run, user)
    if (character) readers.push({ user, conversation: createTrackedConversation(character.id) })
  }
  return readers
}

/** While the server drains, it is not ready and rejects new turns, but conversations can be read. */
async function checkWhileDraining(run: RunContext, reader: Reader | undefined): Promise<void> {
  if (!reader) return
  const { cookie } = reader.user.account
  const readiness = async () => (await httpRequest(`${run.url}/readyz`)).status
  for (let tries = 0; tries < 100 && (await readiness()) !== 503; tries += 1) await sleep(10)
  run.results.check((await readiness()) === 503, 'unexpected error', '/readyz does not answer 503 while draining')
  const body = { characterId: reader.conversation.characterId, message: 'One more?' }
  const turn = await httpRequest(`${run.url}/api/chat`, { method: 'POST', cookie, body })
  const isRejected = turn.status === 503 && turn.headers['retry-after'] !== undefined
  run.results.check(isRejected, 'unexpected error', `a new turn while draining got the status ${turn.status}`)
  const page = await httpRequest(`${run.url}/api/conversations/${reader.conversation.id}`, { cookie })
  run.results.check(page.status === 200, 'unexpected error', `reading while draining got the status ${page.status}`)
}
