import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { firstMessageSearchId } from '#server/db/schema/search.ts'
import { conversationToken, partBits, partScope, scopeOf } from './scope.ts'

/** The key of the advisory lock of the instance that indexes. */
const lockKey = 7_250_198

/** Whether this transaction may index: on PostgreSQL one instance at a time. */
export async function lockIndex(trx: Queryable, dialect: Dialect): Promise<boolean> {
  if (dialect === 'sqlite') return true
  const { rows } = await sql<{ isLocked: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as "isLocked"`.execute(
    trx,
  )
  return rows[0]?.isLocked === true
}

export async function hasWork(db: Queryable): Promise<boolean> {
  const queued = await db.selectFrom('message_search_queue').select('id').limit(1).executeTakeFirst()
  return queued !== undefined || (await findBackfill(db)) !== undefined
}

/** Neither database reads the text for it. */
const bytes = sql<number | null>`octet_length(messages.content)`.as('bytes')

export const listQueued = (trx: Queryable, limit: number) =>
  trx
    .selectFrom('message_search_queue as queue')
    .leftJoin('messages', 'messages.id', 'queue.message_id')
    .select(['queue.id', 'queue.message_id', bytes])
    .orderBy('queue.id')
    .limit(limit)
    .execute()

export const deleteQueued = (trx: Queryable, ids: number[]) =>
  trx.deleteFrom('message_search_queue').where('id', 'in', ids).execute()

export const findBackfill = (db: Queryable) => db.selectFrom('message_search_backfill').selectAll().executeTakeFirst()

/** Saves how far the backfill is; null when it is complete. */
export async function saveBackfill(trx: Queryable, state: { before_message_id: string; next_id: number } | null) {
  if (state) await trx.updateTable('message_search_backfill').set(state).execute()
  else await trx.deleteFrom('message_search_backfill').execute()
}

/** The newest messages before one. */
export const listMessagesBefore = (db: Queryable, id: string, limit: number) =>
  db.selectFrom('messages').select(['id', bytes]).where('id', '<', id).orderBy('id', 'desc').limit(limit).execute()

/**
 * Those of the messages that searches may find, with their users, in the order in which they were said: the id of a reply
 * can be lower than that of the message it answers.
 */
export const listIndexable = (trx: Queryable, ids: string[]) =>
  trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'messages.content', 'messages.conversation_id', 'conversations.user_id'])
    .where('messages.id', 'in', ids)
    .where('messages.status', 'in', ['complete', 'interrupted'])
    .where('messages.content', '<>', '')
    .orderBy('messages.created_at')
    .orderBy('messages.depth')
    .execute()

export async function listIndexed(trx: Queryable, messageIds: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('message_search')
    .select('message_id')
    .where('message_id', 'in', messageIds)
    .execute()
  return new Set(rows.map((row) => row.message_id))
}

export const deleteIndexed = (trx: Queryable, messageIds: string[]) =>
  trx.deleteFrom('message_search').where('message_id', 'in', messageIds).execute()

/** The id of the next message that becomes final. */
export async function nextIndexId(trx: Queryable): Promise<number> {
  const { last } = await trx
    .selectFrom('message_search')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(Number(last ?? 0) + 1, firstMessageSearchId)
}

interface IndexedMessage {
  id: number
  messageId: string
  userId: string
  conversationId: string
  /** Without the scope. */
  tokens: Set<string>
}

/** Where messages are added to those of their users: after them, or before them. */
export type End = 'newest' | 'oldest'

/** Adds messages to the index, in the order of their numbers. */
export async function insertIndexed(trx: Queryable, dialect: Dialect, messages: IndexedMessage[], end: End) {
  if (messages.length === 0) return
  await (dialect === 'sqlite' ? insertInFts(trx, messages) : insertInParts(trx, messages, end))
}

/** Two statements for all: most of what one costs is not SQLite's. */
async function insertInFts(trx: Queryable, messages: IndexedMessage[]): Promise<void> {
  const rows = messages.map(({ id, messageId, userId }) => [id, messageId, userId])
  const texts = messages.map(({ id, userId, conversationId, tokens }) => {
    const scope = scopeOf(userId)
    return [id, [conversationToken(conversationId), ...Array.from(tokens, (token) => scope + token)].join(' ')]
  })
  await sql`insert into message_search (id, message_id, user_id)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)})`.execute(trx)
  await sql`insert into message_search_index (rowid, tokens)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(texts)})`.execute(trx)
}

async function insertInParts(trx: Queryable, messages: IndexedMessage[], end: End): Promise<void> {
  const positions = await findEnds(trx, [...new Set(messages.map(({ userId }) => userId))], end)
  const outwards = end === 'newest' ? messages : messages.toReversed()
  const rows = outwards.map(({ id, messageId, userId, conversationId, tokens }) => {
    const last = positions.get(userId)
    const position = end === 'newest' ? (last ?? -1) + 1 : (last ?? 0) - 1
    positions.set(userId, position)
    const scope = partScope(userId, position >> partBits)
    const scoped = [conversationToken(conversationId), ...Array.from(tokens, (token) => scope + token)]
    return sql`(${id}, ${messageId}, ${userId}, ${position}, array_to_tsvector(cast(${scoped} as text[])))`
  })
  await sql`insert into message_search (id, message_id, user_id, position, tokens) values ${sql.join(rows)}`.execute(
    trx,
  )
}

/** The positions of the newest, or oldest, indexed messages of users. */
async function findEnds(trx: Queryable, userIds: string[], end: End): Promise<Map<string, number>> {
  const direction = end === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<{ user_id: string; position: number }>`
    select last.user_id, last.position from unnest(cast(${userIds} as text[])) as users(user_id)
    cross join lateral (
      select user_id, position from message_search
      where (user_id, id) > (users.user_id, ${0}) and (user_id, id) < (users.user_id, ${Number.MAX_SAFE_INTEGER})
      order by user_id ${direction}, id ${direction} limit 1
    ) as last`.execute(trx)
  return new Map(rows.map(({ user_id, position }) => [user_id, position]))
}

export interface TermQuery {
  userId: string
  conversationId: string
  /** For each term, the tokens of which one must be in a message, or the beginning of one. */
  terms: readonly (readonly { token: string; isPrefix: boolean }[])[]
  /** Messages for each term, the newest. */
  limit: number
}

/** The messages of a conversation that have each term (by its index), on all its branches, and who knows them. */
export async function findTerms(db: Queryable, dialect: Dialect, query: TermQuery) {
  const matches = await (dialect === 'sqlite' ? matchFts(query) : matchParts(db, query))
  if (matches.length === 0) return []
  const { rows } = await sql<{ term: number; id: string; audience: string | null }>`
    select found.term, messages.id, messages.audience from (${sql.join(matches, sql` union all `)}) as found
    join message_search on message_search.id = found.id join messages on messages.id = message_search.message_id`.execute(
    db,
  )
  return rows
}

function matchFts({ userId, conversationId, terms, limit }: TermQuery) {
  const scope = scopeOf(userId)
  return terms.map((tokens, term) => {
    const any = tokens.map(({ token, isPrefix }) => `"${scope}${token}"${isPrefix ? ' *' : ''}`).join(' OR ')
    return sql`select * from (select ${sql.lit(term)} as term, rowid as id from message_search_index
      where message_search_index match ${`"${conversationToken(conversationId)}" AND (${any})`} order by rowid desc limit ${limit})`
  })
}

async function matchParts(db: Queryable, { userId, conversationId, terms, limit }: TermQuery) {
  const [oldest, newest] = await Promise.all([findEnds(db, [userId], 'oldest'), findEnds(db, [userId], 'newest')])
  const [first, last] = [oldest.get(userId), newest.get(userId)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [first >> partBits, last >> partBits]
  const scopes = Array.from({ length: to - from + 1 }, (_, at) => partScope(userId, from + at))
  return terms.map((tokens, term) => {
    const any = tokens.flatMap(({ token, isPrefix }) =>
      scopes.map((scope) => `'${scope}${token}'${isPrefix ? ':*' : ''}`),
    )
    return sql`(select ${sql.lit(term)} as term, id from message_search
      where tokens @@ cast(${`'${conversationToken(conversationId)}' & (${any.join(' | ')})`} as tsquery)
      order by id desc limit ${limit})`
  })
}
