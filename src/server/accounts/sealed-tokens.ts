import type { Context, Queryable } from '#server/core/context.ts'
import { deleteExpiredTokens, insertUsedToken } from './queries.ts'

interface Sealed<Data> {
  id: string
  data: Data
  expiresAt: number
}

/**
 * Tokens that carry their own data, encrypted and authenticated with the secret that all instances share: any instance can
 * read what another one has issued, and nothing is stored before a token is used. `purpose`: a token of another one is void.
 */
export function sealToken({ ids, clock, secretBox }: Context, purpose: string, data: object, lifetime: number): string {
  const sealed: Sealed<object> = { id: ids.secret(16), data, expiresAt: clock.now() + lifetime }
  return secretBox.encrypt(JSON.stringify(sealed), purpose)
}

export function openToken<Data>({ clock, secretBox }: Context, purpose: string, token: string): Sealed<Data> | null {
  const text = secretBox.decrypt(token, purpose)
  const sealed = text === null ? null : (JSON.parse(text) as Sealed<Data>)
  return sealed && sealed.expiresAt > clock.now() ? sealed : null
}

/** Uses a token up. Null when it is forged, expired or was used before. Of two requests at once, one gets the data. */
export async function redeemToken<Data>(
  context: Context,
  db: Queryable,
  purpose: string,
  token = '',
): Promise<Data | null> {
  const sealed = openToken<Data>(context, purpose, token)
  if (!sealed) return null
  await deleteExpiredTokens(db, context.clock.now())
  return (await insertUsedToken(db, { id: sealed.id, expires_at: sealed.expiresAt })) ? sealed.data : null
}
