import { hash } from 'node:crypto'
import { hash as hashWithArgon2, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ApiError } from '#server/http/api-error.ts'

/** argon2id with OWASP's recommended parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash takes 19 MiB and one of libuv's four threads, so few run at once: the log of SQLite is synced on the same
 * threads and needs one. A full queue takes about a second; past it a request is 503.
 */
const limit = pLimit(3)
const queueMax = 128

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= queueMax) throw new ApiError('unavailable', { retryAfter: 2 })
  return limit(work)
}

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hashWithArgon2(password, parameters))
}

/** What a link says of the password that it may replace. */
export const fingerprint = (passwordHash: string): string => hash('sha256', passwordHash, 'hex')

/** Verified in place of a missing hash, so that an unknown username takes as long as a known one. */
let decoyHash: Promise<string> | undefined

/** `stored`: null for an unknown account, empty for one without a password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashWithArgon2('no account has this password', parameters)
  const against = stored || (await decoyHash)
  const matches = await runLimited(() => verify(against, password))
  return Boolean(stored) && matches
}

/** Whether a stored hash was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
