import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow, insertIfNew } from '#server/db/rows.ts'
import type { ConversationFoldersTable } from '#server/db/schema/conversations.ts'

type FolderRow = Selectable<ConversationFoldersTable>

/** The account's folders, with the number of conversations that are listed in each. */
export function listFolders(db: Queryable, userId: string) {
  return db
    .selectFrom('conversation_folders')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('conversations')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('conversations.folder_id', '=', 'conversation_folders.id')
        .where('deleted_at', 'is', null)
        .where('archived_at', 'is', null)
        .where('started_at', 'is not', null)
        .as('count'),
    )
    .where('user_id', '=', userId)
    .execute()
}

/** Adds a folder, unless the account has one of this name. */
export function insertFolder(db: Queryable, row: FolderRow): Promise<boolean> {
  return insertIfNew(db, 'conversation_folders', row)
}

/** Whether the account has another folder of this name. */
export async function hasOtherFolder(db: Queryable, userId: string, row: Pick<FolderRow, 'id' | 'name_key'>) {
  const namesake = await findRow(db, 'conversation_folders', { user_id: userId, name_key: row.name_key })
  return namesake !== undefined && namesake.id !== row.id
}

export async function updateFolder(
  db: Queryable,
  userId: string,
  { id, ...changes }: Pick<FolderRow, 'id' | 'name' | 'name_key'>,
): Promise<void> {
  await db.updateTable('conversation_folders').set(changes).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Deletes the account's folder; its conversations are in none afterwards. */
export async function deleteFolder(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await deleteRows(db, 'conversation_folders', { user_id: userId, id })) > 0
}

export async function hasFolder(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await countRows(db, 'conversation_folders', { user_id: userId, id })) > 0
}
