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

/** Deletes up to `limit` conversations without a message, with their greetings. Returns how many. */
export async function deleteNotStarted(db: Queryable, createdBefore: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('conversations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('started_at', 'is', null)
        .where('created_at', '<=', createdBefore)
        .limit(limit),
    )
    // Again, for a turn that began after the subquery was read (PostgreSQL).
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
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
