import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteOwnReports, listOwnReports } from './queries.ts'

/** What an account reported. The flags stay: they are about somebody else. */
export const ownReports: AccountDataSource = {
  name: 'reports',
  async *export(context, userId) {
    yield* await listOwnReports(context.db, userId)
  },
  erase: (context, userId) => deleteOwnReports(context.db, userId),
}
