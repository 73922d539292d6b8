import type { UserRow } from '#server/accounts/queries.ts'
import type { TestApp } from './test-app.ts'

/** Reads a user's row from the database. */
export function findUser(app: TestApp, id: string): Promise<UserRow> {
  return app.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
