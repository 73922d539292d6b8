import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, findRow, hasRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { ConversationFoldersTable } from '#server/db/schema/conversations.ts'

type FolderRow = Selectable<ConversationFoldersTable>

/** The account's folders, with the number of conversations that are listed in each. */
export const listFolders = (db: Queryable, userId: string) =>
  db
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

/** Adds a folder, unless the account has one of this name. */
export const insertFolder = (db: Queryable, row: FolderRow) => insertIfNew(db, 'conversation_folders', row)

/** Whether the account has another folder of this name. */
export async function hasOtherFolder(db: Queryable, userId: string, row: Pick<FolderRow, 'id' | 'name_key'>) {
  const namesake = await findRow(db, 'conversation_folders', { user_id: userId, name_key: row.name_key })
  return namesake !== undefined && namesake.id !== row.id
}

export const updateFolder = (
  db: Queryable,
  userId: string,
  { id, ...changes }: Pick<FolderRow, 'id' | 'name' | 'name_key'>,
) => updateRows(db, 'conversation_folders', { user_id: userId, id }, changes)

/** Deletes the account's folder; its conversations are in none afterwards. */
export const deleteFolder = (db: Queryable, userId: string, id: string) =>
  deleteRows(db, 'conversation_folders', { user_id: userId, id })

export const hasFolder = (db: Queryable, userId: string, id: string) =>
  hasRow(db, 'conversation_folders', { user_id: userId, id })
