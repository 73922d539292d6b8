import { type RawBuilder, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { countRows } from '#server/db/rows.ts'
import type { ConversationRow, MessageRow } from '../queries.ts'

/** Locks the account's conversation to the end of the transaction, so that its tree does not change meanwhile. */
export const lockConversation = (db: Queryable, userId: string, id: string): Promise<ConversationRow | undefined> =>
  db
    .updateTable('conversations')
    .set((eb) => ({ active_leaf_id: eb.ref('active_leaf_id') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()

interface Fork {
  /** The last message that both paths have; null when they have none. */
  commonId: string | null
  /** The message after it on the path to the leaf; null when the leaf is the common message. */
  leftId: string | null
}

/** Where the path to a message leaves the path to the leaf. It walks up from both, as far as the fork. */
export async function findFork(
  db: Queryable,
  conversationId: OwnConversationId,
  { leafId, messageId }: { leafId: string; messageId: string },
): Promise<Fork> {
  const { rows } = await sql<Fork>`
    with recursive walk(a, a_parent, a_depth, b, b_parent, b_depth, left_id) as (
      select leaf.id, leaf.parent_id, leaf.depth, target.id, target.parent_id, target.depth, cast(null as text)
      from messages as leaf, messages as target
      where leaf.id = ${leafId} and target.id = ${messageId}
        and leaf.conversation_id = ${conversationId} and target.conversation_id = ${conversationId}
      union all
      select
        case when a_depth >= b_depth then above.id else a end,
        case when a_depth >= b_depth then above.parent_id else a_parent end,
        case when a_depth >= b_depth then above.depth else a_depth end,
        case when a_depth >= b_depth then b else above.id end,
        case when a_depth >= b_depth then b_parent else above.parent_id end,
        case when a_depth >= b_depth then b_depth else above.depth end,
        case when a_depth >= b_depth then a else left_id end
      from walk join messages as above on above.id = case when a_depth >= b_depth then a_parent else b_parent end
      where a <> b
    )
    select case when a = b then a end as "commonId", case when a = b then left_id else a end as "leftId"
    from walk where a = b or (a_parent is null and b_parent is null)`.execute(db)
  return rows[0] ?? { commonId: null, leftId: null }
}

/** The leaf that was last active below a message (itself included); the newest one where none is remembered. */
export async function findLastLeaf(db: Queryable, conversationId: OwnConversationId, messageId: string) {
  const remembered = await db
    .selectFrom('messages as message')
    .innerJoin('messages as leaf', 'leaf.id', 'message.last_leaf_id')
    .select('leaf.id')
    .where('message.conversation_id', '=', conversationId)
    .where('message.id', '=', messageId)
    .where('leaf.hidden_at', 'is', null)
    .executeTakeFirst()
  if (remembered) return remembered.id
  const newestBelow = (id: string) =>
    sql.raw(`(select max(below.id) from messages as below where below.parent_id = ${id} and below.hidden_at is null)`)
  const { rows } = await sql<{ id: string }>`
    with recursive walk(id, next_id) as (
      select message.id, ${newestBelow('message.id')} from messages as message
      where message.id = ${messageId} and message.conversation_id = ${conversationId}
      union all
      select walk.next_id, ${newestBelow('walk.next_id')} from walk where walk.next_id is not null
    )
    select id from walk where next_id is null`.execute(db)
  return rows[0]?.id ?? messageId
}

/** How many messages below a version also get the leaf. More would write the whole story. */
const rememberedDepth = 200

/**
 * Stores the leaf when the path leaves a version: on the version, and on the messages from there to the leaf, because
 * the story map can open any of them.
 */
export const rememberLeaf = (
  db: Queryable,
  conversationId: OwnConversationId,
  { versionId, leafId }: { versionId: string; leafId: string },
) =>
  sql`with recursive path(id, parent_id, depth) as (
      select id, parent_id, depth from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select above.id, above.parent_id, above.depth from path join messages as above on above.id = path.parent_id
      where path.id <> ${versionId}
    )
    update messages set last_leaf_id = ${leafId} where id in (
      select id from path where depth < ${rememberedDepth} + (select depth from messages where id = ${versionId})
    )`.execute(db)

/** A message and, step by step, what is below it and meets a condition on `below`. */
function selectTree(dialect: Dialect, conversationId: OwnConversationId, id: string, condition: RawBuilder<unknown>) {
  const next = sql`select below.id from messages as below where below.parent_id = tree.id and ${condition}`
  // Without this, PostgreSQL reads all messages for each step when it has no statistics: 2.3 s instead of 24 ms for
  // 4,000 messages.
  const step =
    dialect === 'postgres'
      ? sql`select next.id from tree cross join lateral (${next} offset 0) as next`
      : sql`select below.id from tree join messages as below on below.parent_id = tree.id and ${condition}`
  return sql`with recursive tree(id) as (
    select id from messages where id = ${id} and conversation_id = ${conversationId} union all ${step}
  ) select id from tree`
}

interface Tree {
  db: Queryable
  dialect: Dialect
  conversationId: OwnConversationId
  /** The message at its top. */
  id: string
}

/** Hides a message and all that is shown below it. */
export async function hideTree({ db, dialect, conversationId, id }: Tree, now: number): Promise<void> {
  const tree = selectTree(dialect, conversationId, id, sql`below.hidden_at is null`)
  await sql`update messages set hidden_at = ${now}, hidden_by = ${id} where id in (${tree})`.execute(db)
}

/** Shows again what was hidden with a message. What had been hidden before it stays hidden. */
export async function showTree({ db, dialect, conversationId, id }: Tree): Promise<void> {
  const tree = selectTree(dialect, conversationId, id, sql`below.hidden_by = ${id}`)
  await sql`update messages set hidden_at = null, hidden_by = null where id in (${tree})`.execute(db)
}

/**
 * Moves everything below one version below another one. Wherever the path would have returned to the version itself, at any
 * depth above it, it returns to the other one.
 */
export async function moveFollowing(
  db: Queryable,
  conversationId: OwnConversationId,
  { from, to }: { from: Pick<MessageRow, 'id' | 'last_leaf_id'>; to: string },
): Promise<void> {
  const inConversation = db.updateTable('messages').where('conversation_id', '=', conversationId)
  await inConversation.set({ parent_id: to }).where('parent_id', '=', from.id).execute()
  await inConversation.set({ last_leaf_id: from.last_leaf_id }).where('id', '=', to).execute()
  await inConversation.set({ last_leaf_id: null }).where('id', '=', from.id).execute()
  await inConversation.set({ last_leaf_id: to }).where('last_leaf_id', '=', from.id).execute()
}

/** How many versions of a message are shown. */
export const countVersions = (db: Queryable, conversationId: OwnConversationId, parentId: string | null) =>
  countRows(db, 'messages', { conversation_id: conversationId, parent_id: parentId, hidden_at: null })

/** The `limit` messages that end at `leafId`, oldest first: a walk up the tree that costs as much as the page, however long the conversation is. */
export async function readPath(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string,
  limit: number,
): Promise<MessageRow[]> {
  // `cross join`: SQLite does not know that a path is short, and would read all messages to join them with it.
  const { rows } = await sql<MessageRow>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 1 from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${limit}
    )
    select messages.* from path cross join messages where messages.id = path.id order by messages.depth`.execute(db)
  return rows
}

export type Version = Pick<MessageRow, 'id' | 'branch_name'>

/** The visible messages below each of these parents, oldest first; those of `null` (the first message) under `''`. */
export async function readSiblings(
  db: Queryable,
  conversationId: OwnConversationId,
  parents: (string | null)[],
): Promise<Map<string, Version[]>> {
  const visible = db
    .selectFrom('messages')
    .select(['id', 'parent_id', 'branch_name'])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
  const ids = parents.filter((id) => id !== null)
  // Two statements: with one condition for both, SQLite would read the index of all messages.
  const rows = [
    ...(ids.length > 0 ? await visible.where('parent_id', 'in', ids).execute() : []),
    ...(parents.includes(null) ? await visible.where('parent_id', 'is', null).execute() : []),
  ]
  return Map.groupBy(
    rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ({ parent_id }) => parent_id ?? '',
  )
}
