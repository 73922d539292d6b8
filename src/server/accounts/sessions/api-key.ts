import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { addressOf } from '#server/http/address.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { keyPrefix } from '#server/http/read-api-key.ts'
import type { NewApiKey } from '#shared/api-keys.ts'
import { maxApiKeys } from '#shared/api-keys.ts'
import { type ApiKeyRow, countKeys, findKey, insertKey, touchKey } from './queries.ts'
import { hashSecret, isKeyExpired, withoutEndedSuspension } from './session.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** How many characters of a key its owner can see later, of 47. */
const visible = 8

/**
 * The viewer of a request with an API key. It is read each time, so that a key that was revoked works nowhere. Throws for a
 * wrong one, which counts under the address.
 */
export async function findKeyViewer(
  context: Context,
  request: FastifyRequest,
  key: string,
  limitWrongKeys: Limiter,
): Promise<Viewer> {
  const now = context.clock.now()
  const stored = await findKey(context.db, hashSecret(key))
  if (!stored || isKeyExpired(stored, now)) {
    await limitWrongKeys(addressOf(request))
    throw new ApiError('invalid_key')
  }
  if (now - (stored.last_used_at ?? 0) >= minute) {
    await touchKey(context.db, stored.session_id, now).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the use of an API key was not recorded'),
    )
  }
  return withoutEndedSuspension(stored, now)
}

/** Creates an API key. Only this answer ever has the key itself. */
export async function createKey(
  { db, ids, clock }: Context,
  viewer: Viewer,
  { name, scope, days }: Omit<NewApiKey, 'password'>,
): Promise<{ row: ApiKeyRow; key: string }> {
  if ((await countKeys(db, viewer.id)) >= maxApiKeys) {
    const message = `An account can have up to ${maxApiKeys} API keys. Revoke one that you no longer need.`
    throw new ApiError('validation_failed', { message })
  }
  const key = keyPrefix + ids.secret(32)
  const now = clock.now()
  const row = await insertKey(db, {
    id: ids.uuid(),
    user_id: viewer.id,
    name,
    scope,
    hash: hashSecret(key),
    prefix: key.slice(0, visible),
    created_at: now,
    expires_at: days === null ? null : now + days * day,
  })
  return { row, key }
}
