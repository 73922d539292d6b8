import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteOwnReports, listOwnReports } from './queries.ts'

/** The reports that an account sent. Erasing them keeps their flags, which concern other accounts. */
export const ownReports: AccountDataSource = {
  name: 'reports',
  async *export(context, userId) {
    yield* await listOwnReports(context.db, userId)
  },
  erase: (context, userId) => deleteOwnReports(context.db, userId),
}
