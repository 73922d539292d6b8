import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { firstMessageSearchId } from '../schema/search.ts'
import type { Database } from '../schema.ts'

/**
 * Messages are recalled from the index of the search of messages, which has a token of the conversation now: it is built again
 * in the background. Of the indexes of the memory, the ids of their messages stay: they say what a block was made of.
 */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const ids =
    dialect === 'postgres' ? sql`cast(passages as json) -> 'messages'` : sql`json_extract(passages, '$.messages')`
  await sql`update memory_blocks set passages = ${ids}`.execute(db)
  await db.schema.alterTable('memory_blocks').renameColumn('passages', 'message_ids').execute()
  for (const column of ['vectors', 'vector_space'])
    await db.schema.alterTable('memory_blocks').dropColumn(column).execute()
  if (dialect === 'postgres') {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef('stale_memory'::regproc) as text`.execute(db)
    await sql.raw((rows[0]?.text ?? '').replaceAll('block.passages', 'block.message_ids')).execute(db)
    await sql`truncate message_search`.execute(db)
  } else {
    await sql`drop trigger message_search_delete`.execute(db)
    await sql`delete from message_search`.execute(db)
    await sql`insert into message_search_index (message_search_index) values ('delete-all')`.execute(db)
    await sql`create trigger message_search_delete after delete on message_search
      begin delete from message_search_index where rowid = old.id; end`.execute(db)
  }
  await sql`delete from message_search_backfill`.execute(db)
  await sql`insert into message_search_backfill (before_message_id, next_id)
    select '~', ${firstMessageSearchId - 1} where exists (select 1 from messages)`.execute(db)
}
