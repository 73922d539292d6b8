import { galleryCacheTtl } from '#server/characters/gallery-cache.ts'
import { systemClock } from '#server/core/clock.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import type { Running } from '#server/start.ts'
import type { AccountType } from '#shared/accounts.ts'

export interface AccountRights {
  accountType: AccountType
  /** Whether the account has confirmed that its user is 18 or older; true by default. */
  adult?: boolean
  moderator?: boolean
}

type AppWithClock = Pick<Running, 'context'> & { clock: { now(): number; advance(ms: number): void } }

/** Sets the account type of a user of a test app, as a payment or an operator would, and cancels a pending deletion. */
export async function setAccountType(app: AppWithClock, { id }: { id: string }, rights: AccountRights): Promise<void> {
  await updateRights(app.context.db, id, rights, app.clock.now())
  // The server does not see this write, so its cached gallery pages have to expire.
  app.clock.advance(galleryCacheTtl + 1)
}

/** Sets the account type of a user of a running server, given the server's data folder. */
export async function setAccountTypeInDataDir(dataDir: string, userId: string, rights: AccountRights): Promise<void> {
  const now = systemClock.now()
  const { access, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now })
  await updateRights(access.db, userId, rights, now)
  await close()
}

async function updateRights(
  db: Db,
  userId: string,
  { accountType, adult = true, moderator = false }: AccountRights,
  now: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      account_type: accountType,
      is_moderator: moderator ? 1 : 0,
      adult_confirmed_at: adult ? now : null,
      deletion_requested_at: null,
    })
    .where('id', '=', userId)
    .execute()
}
