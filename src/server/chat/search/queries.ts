import { sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { isOneOf } from '#server/db/search.ts'
import { partBits, partScope, scopeOf } from '../indexing/scope.ts'
import type { QueryToken } from './message-query.ts'

interface Candidate {
  id: number
  message_id: string
}

interface CandidateQuery {
  userId: string
  tokens: QueryToken[]
  /** Only messages with a lower number. */
  before: number
  limit: number
}

/** Messages of the user that have all tokens, newest first. `next`: where the next ones begin; null when these are all. */
interface Candidates {
  candidates: Candidate[]
  next: number | null
}

export const findCandidates = (db: Queryable, dialect: Dialect, query: CandidateQuery): Promise<Candidates> =>
  dialect === 'sqlite' ? findInFts(db, query) : findInParts(db, query)

/** FTS5 reads the lists of all words side by side from the newest message on, and stops when it has enough. */
async function findInFts(db: Queryable, { userId, tokens, before, limit }: CandidateQuery): Promise<Candidates> {
  const scope = scopeOf(userId)
  const match = tokens.map(({ token, isPrefix }) => `"${scope}${token}"${isPrefix ? ' *' : ''}`).join(' AND ')
  const { rows } = await sql<Candidate>`
    select message_search.id, message_search.message_id from (
      select rowid as id from message_search_index
      where message_search_index match ${match} and rowid < ${before} order by rowid desc limit ${limit}
    ) as found join message_search on message_search.id = found.id order by message_search.id desc`.execute(db)
  return { candidates: rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/**
 * PostgreSQL's index lists all matches of a word, and in no order. A user's messages are indexed in parts, so that the newest
 * parts with enough matches are all that is read; the others are not looked at.
 */
async function findInParts(db: Queryable, { userId, tokens, before, limit }: CandidateQuery): Promise<Candidates> {
  const tsquery = tokens.map(({ token, isPrefix }) => `'${partScope(userId, '#')}${token}'${isPrefix ? ':*' : ''}`)
  // Compared as rows: the planner would look for one user's message among everybody's by the number alone.
  const ownBefore = sql`(user_id, id) < (${userId}, ${before}) and (user_id, id) > (${userId}, ${0})`
  // `offset 0`: the planner would read all of the user's messages, newest first, and compare each.
  const { rows } = await sql<Candidate>`
    select found.id, found.message_id from (
      select (select position from message_search where ${ownBefore} order by user_id desc, id desc limit 1) as newest,
        (select position from message_search where ${ownBefore} order by user_id, id limit 1) as oldest
    ) as bounds
    cross join lateral generate_series(newest >> ${partBits}, oldest >> ${partBits}, -1) as part
    cross join lateral (
      select id, message_id from (
        select id, message_id, user_id from message_search
        where tokens @@ cast(replace(${tsquery.join(' & ')}, '#', cast(part as text)) as tsquery) offset 0
      ) as matching where user_id = ${userId} and id < ${before} order by id desc limit ${limit}
    ) as found limit ${limit}`.execute(db)
  return { candidates: rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/**
 * Those of the messages that the user can read at present. They are read before the join: SQLite would begin with the
 * user's conversations, and read all of their messages.
 */
export const listReadable = (db: Queryable, dialect: Dialect, userId: string, messageIds: string[]) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom('messages')
          .select(['id', 'conversation_id', 'role', 'speaker_id', 'content', 'created_at', 'depth'])
          .where(isOneOf(dialect, messageIds))
          .where('status', 'in', ['complete', 'interrupted'])
          .where('hidden_at', 'is', null),
    )
    .selectFrom('found')
    .innerJoin('conversations', 'conversations.id', 'found.conversation_id')
    .leftJoin('conversation_participants as speaker', (join) =>
      join
        .onRef('speaker.conversation_id', '=', 'found.conversation_id')
        .onRef('speaker.character_id', '=', 'found.speaker_id'),
    )
    .selectAll('found')
    .select('speaker.character_name as speaker_name')
    .where('conversations.user_id', '=', userId)
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.started_at', 'is not', null)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .execute()

export type ReadableMessage = Awaited<ReturnType<typeof listReadable>>[number]
