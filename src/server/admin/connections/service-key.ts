import type { Context } from '#server/core/context.ts'
import { ApiError, fieldError, notFound } from '#server/http/api-error.ts'
import { type ConnectionTable, findConnection } from './queries.ts'

/** The address and the key of a service, as an admin enters them. */
export interface EnteredKey {
  baseUrl: string
  /** Undefined: the stored key stays; null: there is none. */
  apiKey?: string | null | undefined
}

interface StoredKey {
  base_url: string
  encrypted_key: string | null
}

/** The key to be stored, encrypted for its owner. */
export function encryptKey({ secretBox }: Context, owner: string, row: StoredKey | undefined, entered: EnteredKey) {
  const { apiKey } = entered
  if (apiKey !== undefined) return apiKey && secretBox.encrypt(apiKey, owner)
  assertSameServer(row, entered)
  return row?.encrypted_key ?? null
}

/** The entered key, or else the stored one. Null also for one that cannot be read. */
export function readKey({ secretBox }: Context, owner: string, row: StoredKey | undefined, entered: EnteredKey) {
  if (entered.apiKey !== undefined) return entered.apiKey
  assertSameServer(row, entered)
  return row?.encrypted_key ? secretBox.decrypt(row.encrypted_key, owner) : null
}

/** As `readKey`, for a test of a connection; with `id`, of one that is saved. */
export async function readTestKey(
  context: Context,
  table: ConnectionTable,
  { id, connection }: { id?: string | undefined; connection: EnteredKey },
): Promise<string | null> {
  const row = id === undefined ? undefined : await findConnection(context.db, table, id)
  if (id !== undefined && !row) throw notFound()
  return readKey(context, row?.id ?? '', row, connection)
}

/** For the audit log: where messages go, and never a key. */
export const keyFacts = (before: StoredKey | undefined, { baseUrl, apiKey }: EnteredKey) => ({
  before: before ? new URL(before.base_url).origin : null,
  after: new URL(baseUrl).origin,
  key: apiKey === undefined ? 'unchanged' : apiKey === null ? 'removed' : 'set',
})

/** A stored key is sent only to the server it was entered for: an admin who cannot read it could have it sent to their own. */
function assertSameServer(row: StoredKey | undefined, { baseUrl }: EnteredKey): void {
  if (!row?.encrypted_key || new URL(row.base_url).origin === new URL(baseUrl).origin) return
  throw fieldError('apiKey', 'The address leads to another server now. Enter the key again.')
}

/** Returns the time of the change, which is later than that of the last one. */
export function assertUnchanged(edited: number | undefined, updatedAt: number, now: number): number {
  if (edited !== undefined && edited !== updatedAt) throw new ApiError('connection_changed', { details: { updatedAt } })
  return Math.max(now, updatedAt + 1)
}

/** The service with an id, of those that can be chosen. */
export function findService<S extends { id: string }>(services: readonly S[], id: string): S {
  const service = services.find((entry) => entry.id === id)
  if (service) return service
  throw fieldError('service', 'Choose a service of the list.')
}
