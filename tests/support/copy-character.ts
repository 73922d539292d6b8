import type { TestApp } from './test-app.ts'

const rowsAStatement = 100

/** Inserts `count` copies of a character, each a millisecond newer than the one before. Returns their ids in that order. */
export async function copyCharacter({ context }: TestApp, id: string, count: number): Promise<string[]> {
  const { db, ids } = context
  const row = await db.selectFrom('characters').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, index) => ({
    ...row,
    id: ids.uuid(),
    created_at: row.created_at + index + 1,
  }))
  for (let from = 0; from < count; from += rowsAStatement) {
    await db
      .insertInto('characters')
      .values(copies.slice(from, from + rowsAStatement))
      .execute()
  }
  return copies.map((copy) => copy.id)
}
