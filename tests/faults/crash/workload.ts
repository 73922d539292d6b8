import type { OwnCharacter } from '#shared/characters.ts'
import { cookieOf, type RequestOptions } from '#tests/support/http-client.ts'
import { write } from './requests.ts'
import { pickRandom, type RunContext, randomHex } from './run-context.ts'
import { sendMessage } from './send-message.ts'
import {
  type Account,
  createTrackedCharacter,
  fieldsOf,
  type SimulatedUser,
  type TrackedCharacter,
} from './simulated-user.ts'
import { createTrackedConversation, type TrackedConversation } from './tracked-conversation.ts'
import { TrackedValue } from './tracked-value.ts'

const password = 'test-password-1'

type Action = (run: RunContext, user: SimulatedUser) => Promise<unknown>

/** The actions with the cumulative share of each; most are turns, as in production. */
const actions: { upTo: number; run: Action }[] = [
  { upTo: 0.18, run: startConversation },
  { upTo: 0.52, run: continueConversation },
  { upTo: 0.55, run: reportMessage },
  { upTo: 0.63, run: renameConversation },
  { upTo: 0.67, run: deleteConversation },
  { upTo: 0.75, run: createCharacter },
  { upTo: 0.83, run: editCharacter },
  { upTo: 0.86, run: deleteCharacter },
  { upTo: 0.92, run: rateCharacter },
  { upTo: 0.97, run: changeDisplayName },
  { upTo: 1, run: registerExtraAccount },
]

export async function runRandomAction(run: RunContext, user: SimulatedUser): Promise<void> {
  const draw = run.random()
  await actions.find(({ upTo }) => draw < upTo)?.run(run, user)
}

export async function registerAccount(run: RunContext): Promise<Account | null> {
  const username = `player-${randomHex(run)}`
  const response = await write(run, '/api/auth/register', { method: 'POST', body: { username, password } })
  return response && { username, cookie: cookieOf(response) }
}

export async function createCharacter(run: RunContext, user: SimulatedUser): Promise<TrackedCharacter | null> {
  const version = randomHex(run)
  user.unconfirmedVersions.add(version)
  const options = { method: 'POST', cookie: user.account.cookie, body: fieldsOf(version) }
  const response = await write(run, '/api/characters', options)
  if (!response) return null
  user.unconfirmedVersions.delete(version)
  const { id } = JSON.parse(response.text) as OwnCharacter
  const character = createTrackedCharacter(id, version)
  user.characters.push(character)
  return character
}

async function isAcknowledged(run: RunContext, path: string, options: RequestOptions): Promise<boolean> {
  return (await write(run, path, options)) !== null
}

function sendOptions(run: RunContext, user: SimulatedUser, conversation: TrackedConversation) {
  const mode = run.random() < 0.5 ? ('json' as const) : ('stream' as const)
  return { cookie: user.account.cookie, conversation, mode }
}

async function startConversation(run: RunContext, user: SimulatedUser): Promise<void> {
  const character = user.pickCharacter(run)
  if (!character) return
  const conversation = createTrackedConversation(character.id)
  user.conversations.push(conversation)
  await sendMessage(run, sendOptions(run, user, conversation), run.random() < 0.2 ? 'long' : 'medium')
}

async function continueConversation(run: RunContext, user: SimulatedUser): Promise<void> {
  const conversation = pickRandom(run, user.openConversations.slice(-8))
  if (!conversation || conversation.sends.length > 40) return startConversation(run, user)
  const draw = run.random()
  const length = draw < 0.1 ? 'continue' : draw < 0.3 ? 'long' : draw < 0.6 ? 'short' : 'medium'
  await sendMessage(run, sendOptions(run, user, conversation), length)
}

async function renameConversation(run: RunContext, user: SimulatedUser): Promise<void> {
  const conversation = pickRandom(run, user.openConversations)
  if (!conversation) return
  const title = `Title ${randomHex(run)}`
  conversation.needsCheck = true
  const options = { method: 'PATCH', cookie: user.account.cookie, body: { title } }
  await conversation.title.write(title, () => isAcknowledged(run, `/api/conversations/${conversation.id}`, options))
}

async function deleteConversation(run: RunContext, user: SimulatedUser): Promise<void> {
  const conversation = pickRandom(run, user.openConversations)
  if (!conversation) return
  conversation.needsCheck = true
  const options = { method: 'DELETE', cookie: user.account.cookie }
  await conversation.deleted.write(true, () => isAcknowledged(run, `/api/conversations/${conversation.id}`, options))
}

/** Each message once: its report raises a flag of its own. */
async function reportMessage(run: RunContext, user: SimulatedUser): Promise<void> {
  const sends = user.openConversations.flatMap((conversation) => conversation.sends)
  const { messageId } =
    pickRandom(
      run,
      sends.filter(({ acknowledged }) => acknowledged === 'reply'),
    ) ?? {}
  if (!messageId) return
  const report = user.reports.get(messageId) ?? new TrackedValue(false)
  user.reports.set(messageId, report)
  const body = { targetType: 'message', targetId: messageId, category: 'other', note: '' }
  const options = { method: 'POST', cookie: user.account.cookie, body }
  await report.write(true, () => isAcknowledged(run, '/api/reports', options))
}

/** The first character is rated by another user and is never deleted. */
const pickDeletable = (run: RunContext, user: SimulatedUser) =>
  pickRandom(
    run,
    user.characters.slice(1).filter((character) => !character.deleted.value),
  )

async function editCharacter(run: RunContext, user: SimulatedUser): Promise<void> {
  const character = pickDeletable(run, user) ?? user.characters[0]
  if (!character) return
  const version = randomHex(run)
  character.needsCheck = true
  const options = { method: 'PUT', cookie: user.account.cookie, body: fieldsOf(version) }
  await character.version.write(version, () => isAcknowledged(run, `/api/characters/${character.id}`, options))
}

async function deleteCharacter(run: RunContext, user: SimulatedUser): Promise<void> {
  const character = pickDeletable(run, user)
  if (!character) return
  character.needsCheck = true
  const options = { method: 'DELETE', cookie: user.account.cookie }
  await character.deleted.write(true, () => isAcknowledged(run, `/api/characters/${character.id}`, options))
}

async function rateCharacter(run: RunContext, user: SimulatedUser): Promise<void> {
  const character = user.ratedCharacter
  if (!character) return
  const stars = 1 + Math.floor(run.random() * 5)
  character.needsCheck = true
  const options = { method: 'PUT', cookie: user.account.cookie, body: { stars } }
  await character.stars.write(stars, () => isAcknowledged(run, `/api/characters/${character.id}/rating`, options))
}

async function changeDisplayName(run: RunContext, user: SimulatedUser): Promise<void> {
  const displayName = `Name ${randomHex(run)}`
  const options = { method: 'PUT', cookie: user.account.cookie, body: { displayName } }
  await user.displayName.write(displayName, () => isAcknowledged(run, '/api/auth/user/profile', options))
}

async function registerExtraAccount(run: RunContext, user: SimulatedUser): Promise<void> {
  const account = await registerAccount(run)
  if (account) user.extraAccounts.push({ ...account, needsCheck: true })
}
