import { sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { containsPattern, normalizeSearchText } from '#server/db/search.ts'
import type { ConversationRow, MessageRow } from '../queries.ts'

/** The account's conversations with what a list entry shows. */
const listed = (db: Queryable, userId: string) =>
  db
    .selectFrom('conversations')
    .innerJoin('characters', 'characters.id', 'conversations.character_id')
    .innerJoin('users as author', 'author.id', 'characters.owner_id')
    .leftJoin('messages as leaf', 'leaf.id', 'conversations.active_leaf_id')
    .selectAll('conversations')
    .select([
      'characters.name as current_name',
      'characters.avatar as current_avatar',
      'characters.category as current_category',
      'characters.owner_id as character_owner_id',
      'characters.is_public as character_is_public',
      'characters.content_rating as character_content_rating',
      'characters.deleted_at as character_deleted_at',
      'author.deletion_requested_at as author_deletion_requested_at',
      'author.account_type as author_account_type',
      'leaf.depth as leaf_depth',
      sql<string | null>`substr(leaf.content, 1, 200)`.as('leaf_text'),
    ])
    .where('conversations.user_id', '=', userId)
    .$narrowType<{ id: OwnConversationId }>()

export type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number]

export function listConversations(
  db: Queryable,
  userId: string,
  page: {
    characterId: string | undefined
    search: string
    limit: number
    after: { value: number; id: string } | null
  },
) {
  const { after, characterId } = page
  const words = normalizeSearchText(page.search).split(' ').filter(Boolean)
  return listed(db, userId)
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.started_at', 'is not', null)
    .$if(characterId !== undefined, (query) => query.where('conversations.character_id', '=', characterId ?? ''))
    .where((eb) =>
      eb.and(
        words.map(
          (word) =>
            sql<boolean>`lower(conversations.title || ' ' || conversations.character_name) like ${containsPattern(word)} escape '\\'`,
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(conversations.updated_at, conversations.id) < (${after?.value}, ${after?.id})`),
    )
    .orderBy('conversations.updated_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(page.limit)
    .execute()
}

export function findListedConversation(db: Queryable, userId: string, id: string) {
  return listed(db, userId)
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes the account's conversation so that it can be restored. Undefined where there is none. */
export function markDeleted(db: Queryable, userId: string, id: string, now: number) {
  return db
    .updateTable('conversations')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'running_reply_id'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

export function findDeletedConversation(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

export async function insertConversation(db: Queryable, row: ConversationRow): Promise<void> {
  await db.insertInto('conversations').values(row).execute()
}

/** The time in `deleted_at` of a conversation that is being purged: it cannot be continued or restored. */
const purging = 0

/**
 * Takes up to `limit` conversations that have expired or were deleted before `deletedBefore`: from then on they cannot be
 * used, and `deleteTrees` can delete them. Returns their ids.
 */
export async function takeExpired(
  db: Queryable,
  { now, deletedBefore, limit }: { now: number; deletedBefore: number; limit: number },
): Promise<string[]> {
  const isOver = sql<boolean>`running_reply_id is null and (expires_at <= ${now} or deleted_at < ${deletedBefore})`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) => eb.selectFrom('conversations').select('id').where(isOver).limit(limit))
    // Again, for a turn that began after the subquery was read (PostgreSQL).
    .where(isOver)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Takes an account's oldest conversations that expire, all but the `kept` newest, like `takeExpired`. */
export async function takeExcess(
  db: Queryable,
  { userId, kept, limit }: { userId: string; kept: number; limit: number },
): Promise<string[]> {
  const canExpire = sql<boolean>`running_reply_id is null and expires_at is not null`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('user_id', '=', userId)
        .where('expires_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(kept),
    )
    .where(canExpire)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Levels of a tree that one statement deletes: databases limit the depth of cascading deletes, and others wait for it. */
const levels = { short: 10, long: 400 }

/** Deletes conversations with their messages: short ones together, long ones a few hundred levels at a time. */
export async function deleteTrees(db: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('conversations')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.conversation_id', '=', 'conversations.id')
            .where('messages.depth', '>', levels.short),
        ),
      ),
    )
    .execute()
  for (const { id } of await db.selectFrom('conversations').select('id').where('id', 'in', ids).execute()) {
    while (await deleteDeepest(db, id, levels.long));
    await db.deleteFrom('conversations').where('id', '=', id).execute()
  }
}

/** Deletes the messages of the `count` deepest levels of the tree. False when none is left. */
async function deleteDeepest(db: Queryable, conversationId: string, count: number): Promise<boolean> {
  const { deepest } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('depth').as('deepest'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (deepest === null) return false
  await db
    .deleteFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('depth', '>', Number(deepest) - count)
    .execute()
  return true
}

/** The `limit` messages that end at `leafId`, oldest first: a walk up the tree that costs as much as the page, however long the conversation is. */
export async function readPath(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 1 from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${limit}
    )
    select messages.* from path join messages on messages.id = path.id order by messages.depth`.execute(db)
  return rows
}

/** Ids of every version of each of these messages, oldest first, keyed by their parent (`''` for the first message). */
export async function readSiblings(
  db: Queryable,
  conversationId: OwnConversationId,
  parents: (string | null)[],
): Promise<Map<string, string[]>> {
  const ids = parents.filter((id) => id !== null)
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'parent_id'])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('parent_id', 'in', ids)] : []),
        ...(parents.includes(null) ? [eb('parent_id', 'is', null)] : []),
        eb.val(false).$castTo<boolean>(),
      ]),
    )
    .orderBy('id')
    .execute()
  const siblings = new Map<string, string[]>()
  for (const { id, parent_id } of rows) siblings.set(parent_id ?? '', [...(siblings.get(parent_id ?? '') ?? []), id])
  return siblings
}
