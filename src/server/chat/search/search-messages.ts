import { characterScope } from '#server/characters/character-scope.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import type { FoundMessage, FoundMessages, MessageSearchQuery } from '#shared/message-search.ts'
import { listConversationsById } from '../conversations/list/queries.ts'
import { viewConversation } from '../conversations/view.ts'
import { findBackfill } from '../indexing/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { createMatcher, createSnippet } from './find-matches.ts'
import { type Clause, parseQuery, queryTokens } from './message-query.ts'
import { type ActivePath, findCandidates, listReadable, type ReadableMessage, readActivePath } from './queries.ts'

/** Messages whose text one request compares with the query. */
const maxCompared = 400
/** Messages whose texts are read by one statement. */
const chunkSize = 100
/** How often one request asks the index. */
const maxLookups = 3
/** Messages of active paths that one request reads to say which of its results are on them. */
const maxPathSteps = 3_000

type Match = ReadableMessage & { snippet: FoundMessage['snippet'] }

/**
 * A page of the viewer's messages that match the query, newest first. If many messages have the words and few match the
 * query, the page ends early and the next one continues.
 */
export async function searchMessages(
  chat: ChatDeps,
  viewer: Viewer,
  { search, limit, cursor }: MessageSearchQuery,
): Promise<FoundMessages> {
  const { db } = chat.context
  const after = readCursor(cursor)
  const clauses = parseQuery(search)
  const isIndexing = (await findBackfill(db)) !== undefined
  if (clauses.length === 0) return { found: [], nextCursor: null, isIndexing }
  const before = after?.value ?? Number.MAX_SAFE_INTEGER
  const { matches, next } = await findPage(chat, viewer, { clauses, before, limit })
  const nextCursor = next === null ? null : writeCursor({ value: next, id: '' })
  return { found: await viewMatches(chat, viewer, matches), nextCursor, isIndexing }
}

async function findPage(
  { context: { db, dialect } }: ChatDeps,
  viewer: Viewer,
  { clauses, before, limit }: { clauses: Clause[]; before: number; limit: number },
): Promise<{ matches: Match[]; next: number | null }> {
  const tokens = queryTokens(clauses)
  const findMatches = createMatcher(clauses)
  const matches: Match[] = []
  let next: number | null = before
  let compared = 0
  for (let lookup = 0; lookup < maxLookups && next !== null; lookup += 1) {
    // More than a page, because some do not match or cannot be read.
    const size = lookup === 0 ? limit + 10 : maxCompared - compared
    const query = { userId: viewer.id, tokens, before: next, limit: size }
    const result = await findCandidates(db, dialect, query)
    next = result.next
    for (let from = 0; from < result.candidates.length; from += chunkSize) {
      const chunk = result.candidates.slice(from, from + chunkSize)
      const readable = await listReadable(
        db,
        dialect,
        viewer.id,
        chunk.map(({ message_id }) => message_id),
      )
      const byId = new Map(readable.map((message) => [message.id, message]))
      for (const { id, message_id } of chunk) {
        compared += 1
        const message = byId.get(message_id)
        const places = message ? findMatches(message.content) : null
        if (message && places) matches.push({ ...message, snippet: createSnippet(message.content, places) })
        const isLast = next === null && id === result.candidates.at(-1)?.id
        if (matches.length === limit || compared >= maxCompared) return { matches, next: isLast ? null : id }
      }
    }
  }
  return { matches, next }
}

async function viewMatches(chat: ChatDeps, viewer: Viewer, matches: Match[]): Promise<FoundMessage[]> {
  const { context } = chat
  const ids = [...new Set(matches.map(({ conversation_id }) => conversation_id))]
  const conversations = await listConversationsById(context.db, viewer.id, ids)
  const scope = characterScope(context, viewer)
  const views = new Map(conversations.map((row) => [row.id, viewConversation(row, scope)]))
  const isOnPath = await findPaths(chat, matches)
  return matches.flatMap((match) => {
    const conversation = views.get(match.conversation_id)
    if (!conversation) return []
    const { id, role, speaker_name, created_at: createdAt, snippet } = match
    const speaker = role === 'user' ? null : (speaker_name ?? conversation.characterName)
    return { conversation, messageId: id, speaker, createdAt, snippet, isOnActivePath: isOnPath(match) }
  })
}

/** Says of each match whether its conversation shows it. */
async function findPaths({ context: { db } }: ChatDeps, matches: Match[]) {
  const depths = new Map<Match['conversation_id'], number>()
  for (const { conversation_id: id, depth } of matches) depths.set(id, Math.min(depth, depths.get(id) ?? depth))
  const paths = new Map<string, ActivePath>()
  let left = maxPathSteps
  for (const [id, depth] of depths) {
    const path = await readActivePath(db, id, { depth, limit: Math.max(left, 1) })
    left -= path.ids.size
    paths.set(id, path)
  }
  return ({ id, conversation_id }: Match): boolean | null => {
    const path = paths.get(conversation_id)
    if (!path || path.ids.has(id)) return path ? true : null
    return path.isComplete ? false : null
  }
}
