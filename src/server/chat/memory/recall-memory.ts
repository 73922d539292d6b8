import {
  chooseMessages,
  commonMatches,
  orderFacts,
  type RankedPassage,
  rankPassages,
  weighTerms,
} from '#engine/memory/rank-passages.ts'
import { termLength } from '#engine/memory/read-terms.ts'
import type { HistoryMessage, PromptInsert, PromptMemory, RecalledPassage, StorySummary } from '#engine/prompt/input.ts'
import { factLine } from '#engine/prompt/memory.ts'
import { readAudience } from '#engine/scenes/audience.ts'
import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { foldText } from '#shared/fold-text.ts'
import { findTerms } from '../indexing/queries.ts'
import { readPathUp } from '../tree/queries.ts'
import type { MemoryState } from './memory-state.ts'
import {
  type BlockRow,
  listAnchors,
  listBlocks,
  listFacts,
  listInserts,
  type MessageText,
  readTexts,
} from './queries.ts'
import { isKnownTo } from './rows.ts'

/** The number of passages to return. The prompt uses those that fit and that its history does not contain. */
const maxPassages = 16
const maxFacts = 40
/** The messages whose passages are ranked. */
const maxMessages = 40

export interface RecallRequest {
  conversationId: OwnConversationId
  /** The owner of the conversation. */
  userId: string
  /** The conversation's own character. */
  ownId: string
  state: MemoryState
  anchor: string | null
  /** The character that is to speak; null for the player, who knows everything. */
  characterId: string | null
  /** The name of a character of a scene; null if there is one character only. */
  nameOf: ((characterId: string) => string) | null
  /** The end of the active path, oldest first, with what was inserted. */
  history: readonly HistoryMessage[]
}

export interface Recalled {
  prompt: PromptMemory
  /** Without what was inserted and does not hold any more. */
  history: readonly HistoryMessage[]
  /** Index of the first message of the history that no block covers. */
  uncoveredFrom: number
  /** Whether a part is out of date and is to be written again. */
  isStale: boolean
}

/**
 * What is remembered on the active path, for a prompt: summaries, facts, and passages of older messages that match the
 * newest ones. Null for a conversation without a memory, at no cost.
 */
export async function recallMemory(
  context: Pick<Context, 'db' | 'dialect'>,
  request: RecallRequest,
): Promise<Recalled | null> {
  const { db } = context
  const { conversationId, ownId, state, anchor, characterId, nameOf, history } = request
  const [oldest] = history
  if (!state.isEnabled || state.version === 0 || !oldest) return null
  const [allBlocks, allFacts, anchors] = await Promise.all([
    listBlocks(db, conversationId),
    listFacts(db, conversationId),
    listAnchors(db, conversationId),
  ])
  const above = new Set((await readPathUp(db, conversationId, oldest.id)).map(({ id }) => id))
  const inHistory = new Map(history.map(({ id }, at) => [id, at]))
  const isOnPath = (id: string) => above.has(id) || inHistory.has(id)
  const newest = history
    .slice(-2)
    .map(({ content }) => content)
    .reverse()
  const isKnown = ({ audience }: { audience: string | null }) =>
    isKnownTo(audience === null ? null : (JSON.parse(audience) as string[]), characterId)
  const facts = allFacts
    .filter(isKnown)
    .map(({ id, text, sources, is_pinned }) => {
      return { id, text, sources: JSON.parse(sources) as string[], isPinned: is_pinned === 1 }
    })
    .filter(({ sources }) => sources.every(isOnPath))
  const blocks = allBlocks
    .filter(({ last_message_id }) => isOnPath(last_message_id))
    .sort((a, b) => b.last_depth - a.last_depth)
  const found = await findOlder(context, request, above, newest)
  const ordered = orderFacts(facts, newest).slice(0, maxFacts)
  const factOf = new Map(facts.map((fact) => [fact.id, fact]))
  const added = history.flatMap(({ inserts = [] }) => inserts)
  const cited = await readCited(db, conversationId, [
    ...added.flatMap(({ kind, id }) => (kind === 'passage' ? [id] : (factOf.get(id)?.sources ?? []))),
    ...found.ids,
    ...ordered.flatMap(({ sources }) => sources),
  ])
  /** Whether it may still be in a prompt: its message was not removed, and its fact was not changed. */
  const holds = ({ kind, id, text }: PromptInsert) => {
    if (kind === 'lore') return true
    if (kind === 'passage')
      return (
        isOnPath(id) && isKnownTo(readAudience(cited.get(id)?.audience ?? null, ownId), characterId) && cited.has(id)
      )
    const fact = factOf.get(id)
    return fact !== undefined && factLine(fact.text) === text && fact.sources.every((source) => cited.has(source))
  }
  return {
    history: history.map((message) =>
      message.inserts ? { ...message, inserts: message.inserts.filter(holds) } : message,
    ),
    prompt: {
      summary: findSummary(anchors, blocks.filter(isKnown), anchor, above),
      nextSummaries: blocks
        .filter((block) => block.summary !== '' && isKnown(block))
        .slice(0, 4)
        .map(toSummary),
      facts: ordered.filter(({ sources }) => sources.every((id) => cited.has(id))),
      passages: rankPassages(
        found.ids.flatMap((id) => cited.get(id) ?? []),
        found.weights,
        maxPassages,
      ).flatMap((passage) => toPassage(passage, cited.get(passage.messageId), nameOf)),
    },
    uncoveredFrom: (inHistory.get(blocks[0]?.last_message_id ?? '') ?? -1) + 1,
    isStale: blocks.some(({ is_stale }) => is_stale === 1),
  }
}

/** The history with what was inserted for its replies, in prompts that began at the same anchor. */
export async function withInserts(
  db: Context['db'],
  history: readonly HistoryMessage[],
  anchor: string | null,
): Promise<readonly HistoryMessage[]> {
  const ids = history.flatMap(({ id, role }) => (role === 'character' ? [id] : []))
  const rows = anchor === null || ids.length === 0 ? [] : await listInserts(db, ids, anchor)
  const inserts = new Map(rows.map((row) => [row.message_id, JSON.parse(row.inserts) as PromptInsert[]]))
  return history.map((message) => ({ ...message, inserts: inserts.get(message.id) }))
}

/**
 * The summary of the prompts that begin at this anchor: the one that was ready when the anchor moved there. Where that is
 * not known, the deepest that ends before it.
 */
function findSummary(
  anchors: Awaited<ReturnType<typeof listAnchors>>,
  blocks: readonly BlockRow[],
  anchor: string | null,
  above: ReadonlySet<string>,
): StorySummary | null {
  const chosen = anchors.find(({ anchor_id }) => anchor_id === anchor)
  const before = blocks.filter(({ last_message_id, summary }) => above.has(last_message_id) && summary !== '')
  const block = chosen === undefined ? before[0] : before.find(({ id }) => id === chosen.block_id)
  return block ? toSummary(block) : null
}

function toSummary({ id, last_message_id, summary }: BlockRow): StorySummary {
  return { id, lastMessageId: last_message_id, text: summary }
}

/**
 * The older messages of the path that the character knows and that have the rarest words in common with the newest texts,
 * and the weights of these words.
 */
async function findOlder(
  { db, dialect }: Pick<Context, 'db' | 'dialect'>,
  { conversationId, userId, ownId, characterId, history }: RecallRequest,
  above: ReadonlySet<string>,
  newest: readonly string[],
): Promise<{ ids: string[]; weights: Map<string, number> }> {
  // The newer half is in the prompt, wherever its history begins.
  const older = new Set(history.slice(0, history.length >> 1).map(({ id }) => id))
  const terms = weighTerms(newest)
  const query = { userId, conversationId, terms: terms.map(([term]) => tokensOf(term)), limit: commonMatches }
  const found = await findTerms(db, dialect, query)
  const matches = terms.map((_, at) => found.filter(({ term }) => term === at).map(({ id }) => id))
  const { ids, weights } = chooseMessages(terms, matches, above.size + history.length)
  const audiences = new Map(found.map(({ id, audience }) => [id, readAudience(audience, ownId)]))
  const isCandidate = (id: string) =>
    (above.has(id) || older.has(id)) && isKnownTo(audiences.get(id) ?? [], characterId)
  return { ids: ids.filter(isCandidate).slice(0, maxMessages), weights }
}

/** The tokens of the index that have a term of the engine, which has no more than the beginning of a word. */
function tokensOf(term: string) {
  const token = foldText(term)
  if (token.length >= termLength) return [{ token, isPrefix: true }]
  return [token, `${token}s`].map((one) => ({ token: one, isPrefix: false }))
}

/** Messages by their ids, without those that were removed or excluded since they were remembered. */
async function readCited(db: Context['db'], conversationId: OwnConversationId, ids: readonly string[]) {
  const messages = await readTexts(db, conversationId, [...new Set(ids)])
  return new Map(messages.filter(({ content }) => content !== '').map((message) => [message.id, message]))
}

function toPassage(
  { messageId, start, end, words }: RankedPassage,
  message: MessageText | undefined,
  nameOf: RecallRequest['nameOf'],
): RecalledPassage[] {
  const text = message?.content.slice(start, end).trim() ?? ''
  if (!message || text === '') return []
  const { role, persona_name, speaker_id, depth } = message
  const name = persona_name ?? (speaker_id && nameOf ? nameOf(speaker_id) : null)
  return [{ messageId, role, name, text, words, position: depth + start / 1e6 }]
}
