import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { updateUser } from './queries.ts'

type Changes = Partial<
  Pick<
    Account,
    | 'display_name'
    | 'player_name'
    | 'chat_filter'
    | 'has_memory'
    | 'adult_confirmed_at'
    | 'deletion_requested_at'
    | 'dismissed_announcement'
  >
>

/** Changes fields of the viewer's own account. */
export async function updateAccount(context: Context, viewer: Viewer, changes: Changes): Promise<Account> {
  const account = await context.transact((trx) => updateUser(trx, viewer.id, changes))
  if (!account) throw notFound()
  return account
}
