import { setTimeout as sleep } from 'node:timers/promises'
import type { TestEnvironment } from '../environments/environment.ts'
import type { Results } from './results.ts'
import { createRunContext, type RunContext } from './run-context.ts'
import { sendMessage } from './send-message.ts'
import { SimulatedUser } from './simulated-user.ts'
import { findUnconfirmedSend } from './tracked-conversation.ts'
import { markAllForCheck, retryUnconfirmedSends, verifyUser } from './verify-user.ts'
import { createCharacter, registerAccount, runRandomAction } from './workload.ts'

export interface RoundsOptions {
  rounds: number
  seed: number
  users?: number
  /** Whether to wait at the end until every unfinished reply is marked as interrupted, and to send to each again. */
  waitForRecovery?: boolean
  onRound?: (results: Results) => void
}

/** Runs the workload, injects a failure and verifies, round after round; verifies everything once more at the end. */
export async function runRounds(environment: TestEnvironment, options: RoundsOptions): Promise<Results> {
  const { rounds, seed, users: count = 12, waitForRecovery = true, onRound } = options
  const run = createRunContext(environment.url, seed, environment.recoveryWindow)
  const { results } = run
  const startedAt = performance.now()
  let users: SimulatedUser[] = []
  for (let round = 0; round < rounds; round += 1) {
    users = await prepareUsers(run, users, count)
    await runRound(run, environment, users, round)
    await verifyUsers(run, users)
    await sendAfterInterruption(run, users)
    results.rounds += 1
    results.seconds = (performance.now() - startedAt) / 1000
    onRound?.(results)
  }
  if (waitForRecovery) await waitForInterruptedReplies(run, users)
  for (const user of users) markAllForCheck(user)
  await verifyUsers(run, users)
  results.seconds = (performance.now() - startedAt) / 1000
  return results
}

async function runRound(
  run: RunContext,
  environment: TestEnvironment,
  users: SimulatedUser[],
  round: number,
): Promise<void> {
  const failure = environment.failures[round % environment.failures.length] ?? 'server'
  let isOver = false
  const workloads = users.map(async (user) => {
    while (!isOver) await runRandomAction(run, user)
  })
  await sleep(failureDelay(run, round))
  isOver = true
  run.isFailing = true
  run.failedAt = performance.now()
  await environment.inject(failure)
  const readyAfter = await environment.recover(failure)
  await Promise.all(workloads)
  run.isFailing = false
  run.results.slowestReady = Math.max(run.results.slowestReady, readyAfter)
}

/** Most failures come within a second, during the first replies; every fourth after partial replies have been saved. */
function failureDelay(run: RunContext, round: number): number {
  return round % 4 === 1 ? 2_500 + 2_000 * run.random() : 100 + 900 * run.random()
}

/** Replaces users whose account was lost, and assigns to each the next user's first character for rating. */
async function prepareUsers(run: RunContext, previous: SimulatedUser[], count: number): Promise<SimulatedUser[]> {
  const users = previous.filter((user) => !user.isLost)
  while (users.length < count) {
    const account = await registerAccount(run)
    if (account) users.push(new SimulatedUser(account))
  }
  await Promise.all(
    users.map(async (user) => {
      while (user.characters[0]?.deleted.value) user.characters.shift()
      while (user.characters.length < 2) await createCharacter(run, user)
    }),
  )
  for (const [index, user] of users.entries()) {
    user.ratedCharacter = users[(index + 1) % count]?.characters[0] ?? null
  }
  return users
}

async function verifyUsers(run: RunContext, users: SimulatedUser[]): Promise<void> {
  await Promise.all(users.map((user) => retryUnconfirmedSends(run, user)))
  const conversations = users.flatMap((user) => user.conversations).filter(({ id }) => id !== null)
  const countOf = (id: string) => conversations.filter(({ characterId }) => characterId === id).length
  await Promise.all(users.map((user) => verifyUser(run, user, countOf)))
}

/** A conversation with an interrupted reply must take a new turn. */
async function sendAfterInterruption(run: RunContext, users: SimulatedUser[]): Promise<void> {
  await Promise.all(
    users.map(async (user) => {
      const conversation = user.openConversations.find(({ sends }) => sends.at(-1)?.final?.status === 'interrupted')
      if (!conversation) return
      await sendMessage(run, { cookie: user.account.cookie, conversation, mode: 'stream' }, 'short')
      const isConfirmed = findUnconfirmedSend(conversation) === null
      run.results.check(isConfirmed, 'stuck', `${conversation.id} takes no new turn after an interrupted reply`)
    }),
  )
}

/** Waits until orphaned replies are marked as interrupted, then sends to those conversations again. */
async function waitForInterruptedReplies(run: RunContext, users: SimulatedUser[]): Promise<void> {
  const orphaned = () => users.flatMap((user) => user.conversations).filter(({ orphanedAt }) => orphanedAt !== null)
  const deadline = performance.now() + run.recoveryWindow + 2_000
  while (orphaned().length > 0 && performance.now() < deadline) {
    await sleep(500)
    await verifyUsers(run, users)
  }
  for (const { id } of orphaned()) run.results.addViolation('stuck', `${id} never took a new turn`)
  await sendAfterInterruption(run, users)
}
