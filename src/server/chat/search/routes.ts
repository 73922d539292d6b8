import { characterScope } from '#server/characters/character-scope.ts'
import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import {
  type FoundMessage,
  type FoundMessages,
  type MessageSearchQuery,
  messageSearchApi,
} from '#shared/message-search.ts'
import { type ListedConversation, listConversationsById } from '../conversations/list/queries.ts'
import { viewConversation } from '../conversations/view.ts'
import { findBackfill } from '../indexing/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { readPathUp } from '../tree/queries.ts'
import { createSnippet, findMatches } from './find-matches.ts'
import { type Clause, parseQuery, queryTokens } from './message-query.ts'
import { findCandidates, listReadable, type ReadableMessage } from './queries.ts'

/** Messages whose text one request compares with the query. */
const maxCompared = 400
/** Messages whose texts are read by one statement. */
const chunkSize = 100
/** How often one request asks the index. */
const maxLookups = 3
/** Messages of active paths that one request reads to say which of its results are on them. */
const maxPathSteps = 3_000

type Match = ReadableMessage & { snippet: FoundMessage['snippet'] }

/** The search of all messages of the viewer's conversations. */
export function messageSearchRoutes(chat: ChatDeps) {
  return handleRoutes(messageSearchApi, () => ({
    'GET /api/messages': ({ viewer, query }) => searchMessages(chat, viewer, query),
  }))
}

/**
 * A page of the viewer's messages that match the query, newest first. If many messages have the words and few match the
 * query, the page ends early and the next one continues.
 */
async function searchMessages(
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
        const places = message ? findMatches(message.content, clauses) : null
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
  const isOnPath = await findPaths(context.db, matches, conversations)
  return matches.flatMap((match) => {
    const conversation = views.get(match.conversation_id)
    if (!conversation) return []
    const { id, role, speaker_name, created_at: createdAt, snippet } = match
    const speaker = role === 'user' ? null : (speaker_name ?? conversation.characterName)
    return { conversation, messageId: id, speaker, createdAt, snippet, isOnActivePath: isOnPath(match) }
  })
}

/** Says of each match whether its conversation shows it; null where that is not known. */
async function findPaths(db: Queryable, matches: Match[], conversations: ListedConversation[]) {
  const paths = new Map<string, { ids: Set<string>; highest: number }>()
  let limit = maxPathSteps
  for (const { id, active_leaf_id } of conversations) {
    const depth = Math.min(...matches.flatMap((match) => (match.conversation_id === id ? [match.depth] : [])))
    if (!active_leaf_id || limit <= 0) continue
    const path = await readPathUp(db, id, active_leaf_id, { depth, limit })
    limit -= path.length
    paths.set(id, { ids: new Set(path.map((message) => message.id)), highest: path.at(-1)?.depth ?? 0 })
  }
  return ({ id, conversation_id, depth }: Match): boolean | null => {
    const path = paths.get(conversation_id)
    if (path?.ids.has(id)) return true
    return path && path.highest <= depth ? false : null
  }
}
