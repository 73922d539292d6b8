import { type Selectable, sql } from 'kysely'
import { interruptJob } from '#server/core/jobs/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { MemoryBlocksTable, MemoryFactsTable } from '#server/db/schema/memory.ts'
import { type MessageRow, promptText } from '../tree/queries.ts'

export type BlockRow = Selectable<MemoryBlocksTable>
export type FactRow = Selectable<MemoryFactsTable>

/** The blocks of all branches, in the order in which they were written. */
export const listBlocks = (db: Queryable, conversationId: string): Promise<BlockRow[]> =>
  db.selectFrom('memory_blocks').selectAll().where('conversation_id', '=', conversationId).orderBy('id').execute()

/** The facts of all branches, oldest first. */
export const listFacts = (db: Queryable, conversationId: string): Promise<FactRow[]> =>
  db.selectFrom('memory_facts').selectAll().where('conversation_id', '=', conversationId).orderBy('id').execute()

export const listAnchors = (db: Queryable, conversationId: OwnConversationId) =>
  db
    .selectFrom('memory_anchors')
    .select(['anchor_id', 'block_id'])
    .where('conversation_id', '=', conversationId)
    .execute()

/** What was inserted for those of these replies whose prompts began at the anchor. */
export const listInserts = (db: Queryable, replyIds: readonly string[], anchorId: string) =>
  db
    .selectFrom('receipts')
    .select(['message_id', 'inserts'])
    .where('message_id', 'in', replyIds)
    .where('anchor_id', '=', anchorId)
    .where('inserts', '<>', '[]')
    .execute()

export type MessageText = Pick<
  MessageRow,
  'id' | 'role' | 'content' | 'status' | 'depth' | 'audience' | 'persona_name' | 'speaker_id'
>

/** Messages with their texts, as prompts have them, in the order of the path. */
export async function readTexts(
  db: Queryable,
  conversationId: OwnConversationId,
  ids: readonly string[],
): Promise<MessageText[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'status', 'depth', 'audience', 'persona_name', 'speaker_id'])
    .select(promptText.as('content'))
    .where('conversation_id', '=', conversationId)
    .where('id', 'in', ids)
    .orderBy('depth')
    .execute()
}

/** The starts of messages that are shown and who said them, for a reader who looks for one of them. */
export const readExcerpts = (db: Queryable, conversationId: OwnConversationId, ids: readonly string[]) =>
  db
    .selectFrom('messages')
    .leftJoin('conversation_participants as participant', (join) =>
      join
        .onRef('participant.conversation_id', '=', 'messages.conversation_id')
        .onRef('participant.character_id', '=', 'messages.speaker_id'),
    )
    .select([
      'messages.id',
      'role',
      sql<string>`substr(content, 1, 160)`.as('excerpt'),
      (eb) => eb.fn.coalesce('persona_name', 'participant.character_name').as('speaker'),
    ])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.id', 'in', ids)
    .where('hidden_at', 'is', null)
    .execute()

/** Says that the memory of a conversation has changed: every process reads it again. `if-any`: unless it is empty. */
export const bumpMemoryVersion = (
  trx: Queryable,
  conversationId: OwnConversationId,
  when: 'always' | 'if-any' = 'always',
) =>
  trx
    .updateTable('conversations')
    .set((eb) => ({ memory_version: eb('memory_version', '+', 1) }))
    .where('id', '=', conversationId)
    .where('memory_version', '>=', when === 'always' ? 0 : 1)
    .execute()

/** Forgets a correction of the user that waits for a review. False if there is none. */
export async function clearCorrection(trx: Queryable, conversationId: string, blockId: string): Promise<boolean> {
  const block = trx.updateTable('memory_blocks').set({ corrected_summary: null }).where('id', '=', blockId)
  const isWaiting = block.where('conversation_id', '=', conversationId).where('corrected_summary', 'is not', null)
  return (await isWaiting.executeTakeFirst()).numUpdatedRows > 0n
}

/** Inserts a block. False when one ends at the same message already. */
export const insertBlock = (trx: Queryable, block: BlockRow) => insertIfNew(trx, 'memory_blocks', block)

export const findBlock = (
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
): Promise<BlockRow | undefined> => findRow(db, 'memory_blocks', { conversation_id: conversationId, id })

export const updateBlock = (
  db: Queryable,
  block: Pick<BlockRow, 'conversation_id' | 'id'> & { is_edited?: 0 },
  changes: Partial<Omit<BlockRow, 'id' | 'conversation_id'>>,
) => updateRows(db, 'memory_blocks', block, changes)

export async function insertFacts(trx: Queryable, facts: FactRow[]): Promise<void> {
  if (facts.length > 0) await trx.insertInto('memory_facts').values(facts).execute()
}

export const updateFact = (
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
  changes: Partial<Pick<FactRow, 'text' | 'is_own' | 'is_pinned' | 'updated_at'>>,
) => updateRows(db, 'memory_facts', { conversation_id: conversationId, id }, changes)

export const deleteFact = (db: Queryable, conversationId: string, id: string) =>
  deleteRows(db, 'memory_facts', { conversation_id: conversationId, id })

export const countFacts = (db: Queryable, conversationId: OwnConversationId) =>
  countRows(db, 'memory_facts', { conversation_id: conversationId })

/** Records which summary the prompts have that begin at an anchor. The first one stays. */
export async function insertAnchor(
  trx: Queryable,
  anchor: { conversationId: OwnConversationId; anchorId: string; blockId: string | null },
): Promise<void> {
  const { conversationId, anchorId, blockId } = anchor
  await insertIfNew(trx, 'memory_anchors', { conversation_id: conversationId, anchor_id: anchorId, block_id: blockId })
}

export const findFact = (db: Queryable, conversationId: OwnConversationId, id: string): Promise<FactRow | undefined> =>
  findRow(db, 'memory_facts', { conversation_id: conversationId, id })

/**
 * After a message was deleted or excluded: marks what was written about it where the story goes on without it, because what followed it
 * follows its edited version. The summaries from there on are removed at once; the job of the next reply writes them again.
 * What is deleted with the message is left as it is, and comes back with it. `isBack`: after it was included again, where
 * the parts that were written without it do not name it.
 */
export async function markStale(
  trx: Queryable,
  conversationId: OwnConversationId,
  { id, depth }: Pick<MessageRow, 'id' | 'depth'>,
  isBack = false,
): Promise<void> {
  const isShown = (block: string) =>
    sql`exists (select 1 from messages where messages.id = ${sql.ref(`${block}.last_message_id`)} and messages.hidden_at is null)`
  const { numAffectedRows = 0n } = await sql`update memory_blocks set is_stale = 1, summary = '', is_edited = 0,
      corrected_summary = case when is_edited = 1 then summary else corrected_summary end
    where conversation_id = ${conversationId} and last_depth >= ${depth} and ${isShown('memory_blocks')} and exists (
      select 1 from memory_blocks as block where block.conversation_id = ${conversationId} and ${isShown('block')}
        and block.first_depth <= ${depth} and block.last_depth >= ${depth} ${isBack ? sql`` : sql`and block.message_ids like ${`%"${id}"%`}`})`.execute(
    trx,
  )
  if (numAffectedRows === 0n) return
  await bumpMemoryVersion(trx, conversationId)
  // A job that runs may have read the message.
  await interruptJob(trx, 'memory', conversationId)
}
