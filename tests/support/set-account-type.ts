import { systemClock } from '#server/core/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import type { AccountType } from '#shared/accounts.ts'

/** Gives an account of a running server, whose data is in a folder, other rights; an adult's, unless told otherwise. */
export async function setAccountType(
  dataDir: string,
  userId: string,
  accountType: AccountType,
  { adult = true } = {},
): Promise<void> {
  const now = systemClock.now()
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now })
  const rights = { account_type: accountType, adult_confirmed_at: adult ? now : null }
  await db.updateTable('users').set(rights).where('id', '=', userId).execute()
  await close()
}
