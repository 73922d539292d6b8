import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { countPasskeys, deleteMethod, listMethods } from '../methods/queries.ts'
import { updateUser } from '../queries.ts'
import { checkPassword, transactWithPassword } from './check-password.ts'

/** Removes a way to log in. The account is locked: of two that are removed at once, the second sees that it is the last. */
export async function removeMethod(context: Context, viewer: Viewer, id: string, password: string): Promise<void> {
  const passwordHash = await checkPassword(context, viewer, password)
  await transactWithPassword(context, { id: viewer.id, passwordHash }, async (trx) => {
    if (!(await deleteMethod(trx, viewer.id, id))) throw notFound()
    const hasPassword = passwordHash !== '' && context.env.passwordLogin
    if (!hasPassword && (await listMethods(trx, viewer.id)).length === 0) throw new ApiError('last_sign_in_method')
    if ((await countPasskeys(trx, viewer.id)) === 0) await updateUser(trx, viewer.id, { needs_passkey: 0 })
  })
}
