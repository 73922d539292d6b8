import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteOwnReports, listOwnReports } from './queries.ts'

/** What an account reported. The flags stay: they are about somebody else. */
export const ownReports: AccountDataSource = {
  name: 'reports',
  async *read(context, userId) {
    yield* await listOwnReports(context.db, userId)
  },
  remove: (context, userId) => deleteOwnReports(context.db, userId),
}
