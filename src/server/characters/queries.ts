import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { OwnCharacterId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import type { UsersTable } from '#server/db/schema/accounts.ts'
import type { CharacterColumns, CharacterRevisionsTable, CharactersTable } from '#server/db/schema/characters.ts'
import type { Database } from '#server/db/schema.ts'
import { saveSearchText } from '#server/db/search.ts'
import { normalizeSearchText, tagWord } from '#server/db/search-tokens.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import { storedColumns } from './character-columns.ts'

export type { CharacterColumns }

/** The columns a save writes. */
type SavedColumns = Pick<Insertable<CharactersTable>, 'name' | 'description' | 'category' | 'updated_at'> &
  Updateable<CharactersTable>

export type CharacterRow = Omit<Selectable<CharactersTable>, 'card'> & {
  owner_name: string
  author_account_type: UsersTable['account_type']
}
export type NewRevision = Insertable<CharacterRevisionsTable>
/** The revision that a conversation keeps; null where that is the current one. */
export interface KeptRevision {
  kept_id: string | null
  kept_card: string | null
}
export type CharacterSummaryRow = Omit<Awaited<ReturnType<typeof listOwnCharacters>>[number], 'created_at'>

/** Which characters a viewer may access. Every query of the gallery and the chat takes it. */
export interface CharacterScope {
  userId: string
  /** Ratings of other people's public characters. */
  browse: ContentRating[]
  /** Ratings of the viewer's own characters. After a downgrade, some of those are no longer allowed. */
  own: ContentRating[]
  /** Ratings up to the operator's ceiling. */
  available: ContentRating[]
}

export const withOwner = (db: Queryable) =>
  db.selectFrom('characters').innerJoin('users', 'users.id', 'characters.owner_id')

const ownerName = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb.fn.coalesce('users.display_name', 'users.username').as('owner_name')

export const selectCharacter = (db: Queryable) =>
  withOwner(db).select(storedColumns).select(ownerName).select('users.account_type as author_account_type')

/** What a list needs of each character. */
export const selectSummaries = (db: Queryable) =>
  withOwner(db)
    .select([
      'characters.id',
      'characters.owner_id',
      'characters.name',
      'characters.description',
      'characters.category',
      'characters.user_role',
      'characters.avatar',
      'characters.content_rating',
      'characters.is_public',
      'characters.chat_count',
      'characters.rating_sum',
      'characters.rating_count',
    ])
    .select(ownerName)

/** A page of the viewer's own characters, newest first, without deleted ones. */
export function listOwnCharacters(
  db: Queryable,
  scope: CharacterScope,
  { limit, after }: { limit: number; after: Cursor | null },
) {
  return selectSummaries(db)
    .select('characters.created_at')
    .where('characters.owner_id', '=', scope.userId)
    .where('characters.content_rating', 'in', scope.available)
    .where('characters.deleted_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(characters.created_at, characters.id) < (${after?.value}, ${after?.id})`),
    )
    .orderBy('characters.created_at', 'desc')
    .orderBy('characters.id', 'desc')
    .limit(limit)
    .execute()
}

export function findOwnCharacter(db: Queryable, userId: string, id: string) {
  return selectCharacter(db)
    .where('characters.owner_id', '=', userId)
    .where('characters.deleted_at', 'is', null)
    .where('characters.id', '=', id)
    .$narrowType<{ id: OwnCharacterId }>()
    .executeTakeFirst()
}

/** A public character whose rating the viewer may browse and whose author may still publish it. */
export function isListed(eb: ExpressionBuilder<Database, 'characters' | 'users'>, ratings: ContentRating[]) {
  return eb.and([
    // A literal: with a parameter here, SQLite prepares the statement again for each use of the partial index.
    eb('characters.is_public', '=', eb.lit(1)),
    eb('characters.deleted_at', 'is', null),
    // An account pending deletion has no public characters until it is restored.
    eb('users.deletion_requested_at', 'is', null),
    eb('characters.content_rating', 'in', ratings),
    eb.or([eb('characters.content_rating', '=', 'general'), eb('users.account_type', '!=', 'free')]),
  ])
}

/** The names of those of these characters that the viewer may see, by their ids. */
export async function readCharacterNames(
  db: Queryable,
  { userId, browse }: CharacterScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const isOwnOrListed = (eb: ExpressionBuilder<Database, 'characters' | 'users'>) =>
    eb.or([eb('characters.owner_id', '=', userId), isListed(eb, browse)])
  const rows = await withOwner(db)
    .select(['characters.id', 'characters.name'])
    .where('characters.id', 'in', ids)
    .where('characters.deleted_at', 'is', null)
    .where(isOwnOrListed)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * A character the viewer may chat with: a listed one, or one's own of a rating the account may still use. Nobody chats
 * with a character that moderators have removed.
 */
export async function findAccessibleCharacter(db: Queryable, scope: CharacterScope, id: string) {
  const row = await selectListedOrOwn(db, scope, { id, ratings: scope.own }).executeTakeFirst()
  return row?.moderation_state === 'removed' ? undefined : row
}

/** The same, with the revision that a conversation keeps of the character. */
export async function findCharacterOf(db: Queryable, scope: CharacterScope, id: string, conversationId: string) {
  const keptOf = (table: 'conversations' | 'conversation_participants', key: 'id' | 'conversation_id') =>
    sql`(select revision_id from ${sql.table(table)} where ${sql.ref(key)} = ${conversationId} and character_id = ${id})`
  const row = await selectListedOrOwn(db, scope, { id, ratings: scope.own })
    .leftJoin('character_revisions as kept', (join) =>
      join
        .onRef('kept.character_id', '=', 'characters.id')
        .onRef('kept.id', '<>', 'characters.revision_id')
        .on(
          'kept.id',
          '=',
          sql<string>`coalesce(${keptOf('conversation_participants', 'conversation_id')}, ${keptOf('conversations', 'id')})`,
        ),
    )
    .select(keptColumns)
    .executeTakeFirst()
  return row?.moderation_state === 'removed' ? undefined : row
}

export const keptColumns = ['kept.id as kept_id', 'kept.card as kept_card'] as const

/** A character the viewer may read: after a downgrade, authors still read all of theirs, to lower the rating. */
export function findReadableCharacter(db: Queryable, scope: CharacterScope, id: string) {
  return selectListedOrOwn(db, scope, { id, ratings: scope.available }).executeTakeFirst()
}

/** As `findReadableCharacter`, for a sample character by its slug. */
export async function findReadableSample(db: Queryable, scope: CharacterScope, slug: string) {
  const row = await db.selectFrom('characters').select('id').where('sample_slug', '=', slug).executeTakeFirst()
  return row && findReadableCharacter(db, scope, row.id)
}

function selectListedOrOwn(
  db: Queryable,
  { userId, browse }: CharacterScope,
  { id, ratings }: { id: string; ratings: ContentRating[] },
) {
  return selectCharacter(db)
    .where('characters.id', '=', id)
    .where((eb) =>
      eb.or([
        isListed(eb, browse),
        eb.and([
          eb('characters.owner_id', '=', userId),
          eb('characters.deleted_at', 'is', null),
          eb('characters.content_rating', 'in', ratings),
        ]),
      ]),
    )
}

/** Whether a character has the image at this address as its background or one of its expressions. */
export const hasPicture = (address: RawBuilder<string>) =>
  sql<SqlBool>`(characters.background = ${address} or characters.expressions like '%"' || ${address} || '"%')`

/** Who may see a character that has this image: everybody, or at least the viewer of the scope, or neither of them. */
export async function findImageAudience(
  db: Queryable,
  { id, address }: { id: string; address: string },
  scope: CharacterScope | null,
): Promise<'everybody' | 'viewer' | null> {
  // The first condition repeats the partial index's own, so that the planner uses it.
  const isAvatar = sql<SqlBool>`characters.avatar like '/files/%' and characters.avatar = ${address}`
  const owner = sql`(select owner_id from images where id = ${id})`
  const isOfSet = sql<SqlBool>`characters.owner_id = ${owner} and ${hasPicture(sql<string>`cast(${address} as text)`)}`
  return (await findAudience(db, isAvatar, scope)) ?? (await findAudience(db, isOfSet, scope))
}

async function findAudience(
  db: Queryable,
  hasImage: RawBuilder<SqlBool>,
  scope: CharacterScope | null,
): Promise<'everybody' | 'viewer' | null> {
  const rows = await withOwner(db)
    .select((eb) => sql<number>`case when ${isListed(eb, ['general'])} then 1 else 0 end`.as('is_open'))
    .where(hasImage)
    .where('characters.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([isListed(eb, ['general', ...(scope?.browse ?? [])]), eb('characters.owner_id', '=', scope?.userId ?? '')]),
    )
    .execute()
  if (rows.length === 0) return null
  return rows.some(({ is_open }) => is_open === 1) ? 'everybody' : 'viewer'
}

/** An author with a character the viewer may browse. The system account of the sample characters is not one. */
export function findAccessibleAuthor(db: Queryable, scope: CharacterScope, userId: string) {
  return withOwner(db)
    .select((eb) => ['users.username', eb.fn.coalesce('users.display_name', 'users.username').as('name')])
    .where('users.id', '=', userId)
    .where('users.is_system', '=', 0)
    .where((eb) => isListed(eb, scope.browse))
    .limit(1)
    .executeTakeFirst()
}

export async function insertCharacter(
  db: Queryable,
  row: Omit<Insertable<CharactersTable>, 'revision_id'>,
  revision: NewRevision,
): Promise<void> {
  await db
    .insertInto('characters')
    .values({ ...row, revision_id: revision.id })
    .execute()
  await db.insertInto('character_revisions').values(revision).execute()
  await saveCharacterSearch(db, row.id)
}

/** Saves the author's fields, or marks the character as deleted or restored. */
export async function updateOwnCharacter(
  db: Queryable,
  id: OwnCharacterId,
  changes: SavedColumns | Pick<Updateable<CharactersTable>, 'deleted_at'>,
  basedOn?: number,
): Promise<boolean> {
  const version = basedOn === undefined ? {} : { updated_at: basedOn }
  if ((await updateRows(db, 'characters', { id, ...version }, withoutPublishing(changes))) === 0) return false
  if ('name' in changes) await saveCharacterSearch(db, id)
  return true
}

/** Updates the search texts of a renamed author's characters, each in a write of its own: there can be 1,000. */
export async function updateAuthorSearch(db: Queryable, ownerId: string): Promise<void> {
  const rows = await db.selectFrom('characters').select('id').where('owner_id', '=', ownerId).execute()
  for (const { id } of rows) await saveCharacterSearch(db, id)
}

/** Characters are found by their name, description, category, author and tags. */
async function saveCharacterSearch(db: Queryable, id: string): Promise<void> {
  const row = await withOwner(db)
    .select(['characters.name', 'characters.description', 'characters.category', 'characters.tags'])
    .select(ownerName)
    .where('characters.id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const tags = (JSON.parse(row.tags) as string[]).map(tagWord)
  const text = normalizeSearchText(row.name, row.description, row.category, row.owner_name, ...tags)
  await saveSearchText(db, 'character_search', id, text)
}

/** Saving does not publish a character that moderators hold or have removed, even if they did so after it was read. */
function withoutPublishing<Changes extends object>(changes: Changes) {
  if (!('is_public' in changes)) return changes
  return {
    ...changes,
    is_public: sql<number>`case when moderation_state = 'none' then ${changes.is_public} else 0 end`,
  }
}

export const findDeletedCharacter = (db: Queryable, userId: string, id: string) =>
  db
    .selectFrom('characters')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ id: OwnCharacterId }>()
    .executeTakeFirst()

/** How many characters an account has, and how many of them are private, without the one being saved (`except`). */
export async function countCharacters(db: Queryable, userId: string, except: string | null) {
  const { all, open } = await db
    .selectFrom('characters')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.sum<number>('is_public').as('open')])
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirstOrThrow()
  return { all: Number(all), private: Number(all) - Number(open) }
}

/** Counts a new conversation. */
export const incrementChatCount = (db: Queryable, id: string) =>
  db
    .updateTable('characters')
    .set((eb) => ({ chat_count: eb('chat_count', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function findSampleSlugs(db: Queryable): Promise<Set<string>> {
  // A range, so that both databases read the index on `sample_slug` and not the whole table.
  const rows = await db.selectFrom('characters').select('sample_slug').where('sample_slug', '>=', '').execute()
  return new Set(rows.flatMap((row) => row.sample_slug ?? []))
}

/** Other users who have chatted with a character, the last ones first. */
export async function listPlayers(db: Queryable, character: Pick<CharacterRow, 'id' | 'owner_id'>, limit: number) {
  const rows = await db
    .selectFrom('conversations')
    .select(['user_id', ({ fn }) => fn.max('updated_at').as('said_at')])
    .where('character_id', '=', character.id)
    .where('user_id', '!=', character.owner_id)
    .where('started_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('user_id')
    .orderBy('said_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
