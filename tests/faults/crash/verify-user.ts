import type { User } from '#shared/accounts.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import type { OwnReport } from '#shared/moderation.ts'
import { read, sendRequest } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { sendAsStream } from './send-message.ts'
import {
  createTrackedCharacter,
  fieldsOf,
  type SimulatedUser,
  type TrackedCharacter,
  versionOf,
} from './simulated-user.ts'
import { findUnconfirmedSend } from './tracked-conversation.ts'
import { verifyConversation } from './verify-conversation.ts'

/** A repeated send of an orphaned reply may receive no event for a long time; the run does not wait for it. */
const retryIdleTimeout = 1_000

/** Repeats the sends that were not confirmed before the failure, with the same id, as a client does. */
export async function retryUnconfirmedSends(run: RunContext, user: SimulatedUser): Promise<void> {
  for (const conversation of user.conversations) {
    const send = findUnconfirmedSend(conversation)
    if (!send || conversation.orphanedAt !== null) continue
    const options = { cookie: user.account.cookie, conversation, mode: 'stream' } as const
    await sendAsStream(run, options, send, retryIdleTimeout)
  }
}

/** Reads what this user has changed since the last verification and compares it with what was acknowledged. */
export async function verifyUser(
  run: RunContext,
  user: SimulatedUser,
  countConversations: (characterId: string) => number,
): Promise<void> {
  if (!(await verifyAccounts(run, user))) return
  await verifyCharacters(run, user, countConversations)
  await verifyConversationList(run, user)
  await verifyReports(run, user)
  for (const conversation of user.conversations) {
    const needsCheck = conversation.needsCheck || conversation.orphanedAt !== null
    if (needsCheck) await verifyConversation(run, user.account.cookie, conversation)
  }
}

/** Marks everything of this user to be verified once more. */
export function markAllForCheck(user: SimulatedUser): void {
  for (const item of [...user.characters, ...user.conversations, ...user.extraAccounts]) item.needsCheck = true
}

async function verifyAccounts(run: RunContext, user: SimulatedUser): Promise<boolean> {
  const { cookie, username } = user.account
  const me = await read<{ user: User }>(run, '/api/auth/me', cookie)
  user.isLost = me === null
  if (!me) return false
  const stored = me.user
  const isSame = stored.username === username && user.displayName.confirm(stored.displayName)
  run.results.check(isSame, 'lost', `${username} was read back as ${stored.username}, ${stored.displayName}`)
  for (const account of user.extraAccounts) {
    if (!account.needsCheck) continue
    account.needsCheck = false
    const response = await sendRequest(run, '/api/auth/me', { cookie: account.cookie })
    run.results.check(response?.status === 200, 'lost', `the account ${account.username} is missing`)
  }
  return true
}

/** Reads every character of an account with all its fields; null when a request failed. */
async function readOwnCharacters(run: RunContext, cookie: string): Promise<OwnCharacter[] | null> {
  const summaries = await read<CharacterSummary[]>(run, '/api/characters', cookie)
  if (!summaries) return null
  const rows: OwnCharacter[] = []
  for (const { id } of summaries) {
    const row = await read<OwnCharacter>(run, `/api/characters/${id}`, cookie)
    if (!row) return null
    rows.push(row)
  }
  return rows
}

async function verifyCharacters(
  run: RunContext,
  user: SimulatedUser,
  countConversations: (characterId: string) => number,
): Promise<void> {
  const rows = await readOwnCharacters(run, user.account.cookie)
  if (!rows) return
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const character of [...user.characters]) {
    const row = found.get(character.id)
    found.delete(character.id)
    const isAllowed = character.deleted.confirm(row === undefined)
    run.results.check(isAllowed, 'lost', `the character ${character.id} is ${row ? 'not deleted' : 'missing'}`)
    if (row) verifyCharacter(run, character, row, countConversations(character.id))
  }
  for (const row of found.values()) {
    const version = versionOf(row.name)
    const isOwn = user.unconfirmedVersions.has(version)
    run.results.check(isOwn, 'duplicate', `the character ${row.name} was not created by its owner`)
    user.characters.push(createTrackedCharacter(row.id, version))
    verifyFields(run, row, version)
  }
  user.unconfirmedVersions.clear()
}

function verifyCharacter(run: RunContext, character: TrackedCharacter, row: OwnCharacter, conversations: number): void {
  const { id } = character
  if (!character.needsCheck && row.chatCount === conversations) return
  character.needsCheck = false
  const version = versionOf(row.name)
  run.results.check(
    character.version.confirm(version),
    'lost',
    `the character ${id} has the outdated version ${version}`,
  )
  run.results.check(character.stars.confirm(row.rating), 'lost', `the rating of ${id} is ${row.rating}`)
  const isCounted = row.chatCount === conversations
  run.results.check(isCounted, 'partial write', `${id} counts ${row.chatCount} of ${conversations} conversations`)
  verifyFields(run, row, version)
}

function verifyFields(run: RunContext, row: OwnCharacter, version: string): void {
  const isWhole = Object.entries(fieldsOf(version)).every(
    ([field, value]) => row[field as keyof OwnCharacter] === value,
  )
  run.results.check(isWhole, 'partial write', `the character ${row.id} has only a part of version ${version}`)
}

/** Each report must be there once, with its flag: the list has no report without one. */
async function verifyReports(run: RunContext, user: SimulatedUser): Promise<void> {
  const answer = await read<{ reports: OwnReport[] }>(run, '/api/reports', user.account.cookie)
  if (!answer) return
  const ids = answer.reports.map(({ targetId }) => targetId)
  run.results.check(new Set(ids).size === ids.length, 'duplicate', `${user.account.username} has a report twice`)
  for (const [id, report] of user.reports) {
    run.results.check(report.confirm(ids.includes(id)), 'lost', `the report of ${id} is missing`)
  }
}

/** The list must contain every conversation of this user and no other. */
async function verifyConversationList(run: RunContext, user: SimulatedUser): Promise<void> {
  const listed = new Set<string>()
  let cursor: string | undefined
  do {
    const path = `/api/conversations?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const response = await sendRequest(run, path, { cookie: user.account.cookie })
    if (response?.status !== 200) return
    for (const { id } of JSON.parse(response.text) as Conversation[]) listed.add(id)
    cursor = response.headers['x-next-cursor'] as string | undefined
  } while (cursor)
  const known = new Set(user.conversations.map((conversation) => conversation.id))
  for (const id of listed) run.results.check(known.has(id), 'duplicate', `the conversation ${id} was not started`)
  for (const { id, deleted } of user.conversations) {
    if (id === null) continue
    const isListed = listed.has(id)
    run.results.check(
      deleted.confirm(!isListed),
      'lost',
      `the conversation ${id} is ${isListed ? 'not deleted' : 'missing'}`,
    )
  }
}
