import { setImmediate } from 'node:timers/promises'
import { isBlank } from '#engine/is-blank.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Hit, TextGuard } from '#server/safety/rules/text-guard.ts'
import { unclassified } from '#server/screening/classify-text.ts'
import {
  assertCheckable,
  assertClassified,
  hasChatFilter,
  type ScreenedText,
  screenText,
  screenTextInParts,
} from '#server/screening/screen-text.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import { chatCues, findSender, isMatureChat, type Player } from '../personas/player.ts'
import type { SceneTurn } from '../scenes/scene.ts'
import { findMessage, readBackToUser } from '../tree/queries.ts'

interface ScreenedTurn {
  viewer: Viewer
  character: CharacterRow
  /** The player; the account itself by default. */
  player?: Player
  /** Left out where the conversation has its own character only. */
  sceneTurn?: SceneTurn
  /** While a scene is imported: the cues of its characters. */
  cues?: ReadonlySet<string>
}

const contextCuesOf = (context: Context, { player, cues, ...chat }: ScreenedTurn) =>
  chatCues(context, chat, player, cues)

/** The ends of messages before another one. */
interface Preceding {
  /** The end of the message directly before it. */
  before: string
  /** The end of the same speaker’s last message, where that is another one. */
  ownBefore: string
}

interface ScreenedMessage extends Preceding {
  text: string
  conversationId: string
  kind?: 'message' | 'answer'
}

/** Throws for a message that the safety policy does not allow. Returns it if its author may be in crisis, else null. */
export function screenMessage(
  context: Context,
  turn: ScreenedTurn,
  { text, before, ownBefore, conversationId, kind = 'message' }: ScreenedMessage,
): Crisis | null {
  const { viewer, character } = turn
  const contextCues = contextCuesOf(context, turn)
  const screenAfter = (before: string) => {
    const evidence = { conversationId, characterId: character.id, before }
    return screenText(context, { surface: 'message', kind, text, author: viewer, contextCues, before, evidence })
  }
  const hit = screenAfter(before) ?? (ownBefore === '' ? null : screenAfter(ownBefore))
  return hit && { hit, text }
}

/** What precedes a message of the user: the ends of those before it, the last of them directly before it. */
export function precedingOf(path: readonly { role: string; content: string }[]): Preceding {
  const parent = path.at(-1)
  const own = path.findLast(({ role }) => role === 'user')
  return { before: endOf(parent?.content), ownBefore: own === parent ? '' : endOf(own?.content) }
}

/**
 * Screens a stored message that is to be answered now, as `screenMessage`: its first answer may have been help in a
 * crisis, or lost, and the rules may have changed. Also returns the player who sent it. Both are null for a message of
 * the character, and without a message.
 */
export async function screenAnswered(
  context: Context,
  db: Queryable,
  turn: ScreenedTurn,
  conversationId: OwnConversationId,
  messageId: string | null,
): Promise<{ crisis: Crisis | null; sender: Player | null }> {
  const message = messageId === null ? undefined : await findMessage(db, conversationId, messageId)
  if (message?.role !== 'user') return { crisis: null, sender: null }
  const { content: text, parent_id } = message
  const sender = await findSender(context, db, turn, message)
  const preceding = precedingOf(await readBackToUser(db, conversationId, parent_id))
  const screened = { text, ...preceding, conversationId, kind: 'answer' } as const
  return { crisis: screenMessage(context, { ...turn, player: sender }, screened), sender }
}

/** What a user writes besides messages: a hint, notes, or the text of a reply. */
interface OtherText {
  surface: 'message' | 'reply'
  kind: 'message' | 'edit' | 'notes'
  text: string
  before?: string
  ownBefore?: string
  conversationId: string
}

/**
 * Throws for a text that the safety policy or the classifier does not allow, and in a mature chat for one that could
 * not be classified.
 */
export async function assertAllowed(context: Context, turn: ScreenedTurn, other: OtherText) {
  const { viewer, character } = turn
  const { conversationId, ...text } = other
  const evidence = { conversationId, characterId: character.id }
  const screened = { ...text, author: viewer, contextCues: contextCuesOf(context, turn), evidence }
  screenText(context, screened)
  await assertChecked(context, turn, screened)
}

/** Throws for a text that the classifier does not allow, and in a mature chat for one that could not be classified. */
async function assertChecked(context: Context, turn: ScreenedTurn, screened: ScreenedText): Promise<boolean> {
  const isChecked = await assertClassified(context, screened)
  if (isChecked || !isMatureChat(turn)) return isChecked
  throw unclassified()
}

/** A message that a client sent as the beginning of a conversation. */
interface SeededMessage {
  role: 'user' | 'character'
  text: string
  /** The end of the message before it on its path. */
  before: string
}

/** After this many characters, other requests are answered. */
const screenedAtOnce = 16_000

/**
 * Returns a function that throws for a message of a client's history that the safety policy does not allow. Between
 * messages, and between the parts of a long one, other requests are answered.
 */
export function createSeededCheck(context: Context, turn: ScreenedTurn): (message: SeededMessage) => Promise<void> {
  let screened = 0
  return async (message) => {
    await screenOne(context, turn, message)
    screened += message.text.length
    if (screened < screenedAtOnce) return
    screened = 0
    await setImmediate()
  }
}

async function screenOne(context: Context, turn: ScreenedTurn, { role, text, before }: SeededMessage): Promise<void> {
  const { viewer, character } = turn
  await screenTextInParts(context, {
    surface: role === 'user' ? 'message' : 'reply',
    kind: 'history',
    text,
    author: viewer,
    contextCues: contextCuesOf(context, turn),
    before,
    evidence: { characterId: character.id, before },
  })
}

/**
 * As `assertAllowed`, for a greeting that a client sent. False when it could not be classified, in a general chat: the
 * greeting is shown now and classified later.
 */
export function isSeededChecked(context: Context, turn: ScreenedTurn, text: string): Promise<boolean> {
  const { viewer, character } = turn
  const evidence = { characterId: character.id }
  return assertChecked(context, turn, { surface: 'reply', kind: 'history', text, author: viewer, evidence })
}

/** Throws for a history of a client that the safety policy does not allow. */
export async function screenHistory(context: Context, turn: ScreenedTurn, history: HistoryEntry[]): Promise<void> {
  assertCheckable(...history.map(({ content }) => content))
  const screen = createSeededCheck(context, turn)
  let before = ''
  for (const { role, content: text } of history) {
    await screen({ role: role === 'user' ? 'user' : 'character', text, before })
    before = endOf(text, before)
  }
}

/** Returns a function that creates the guard of a reply. `before`: the end of the message that the reply follows. */
export function createReplyGuard(context: Context, turn: ScreenedTurn) {
  const options = { isFiltered: hasChatFilter(turn.viewer), contextCues: contextCuesOf(context, turn) }
  return (before: string): TextGuard => context.safety.guard('reply', { ...options, before })
}

/** The end of a text, as `before` of the next message. A blank text is not in the prompt, so `before` stays. */
export const endOf = (text = '', before = ''): string => (isBlank(text) ? before : text.slice(-200))

/** A message of a player who may be in crisis. */
export interface Crisis {
  hit: Hit
  text: string
}
