import type { Context, Queryable } from '#server/core/context.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { type Actor, appendAudit, type NewAuditEntry } from '#server/moderation/audit/append-audit.ts'
import { modelLimits } from '#shared/models.ts'
import {
  type ConnectionRow,
  type ConnectionTable,
  deleteConnection,
  incrementVersion,
  insertConnection,
  listConnections,
  updateConnection,
} from './queries.ts'
import { assertUnchanged, type EnteredKey, encryptKey, keyFacts } from './service-key.ts'

/** What every connection has, as an admin sets it. */
interface Request extends EnteredKey {
  name: string
  service: string
  enabled: boolean
  /** Of the version that was edited. */
  updatedAt?: number | undefined
}

/** Connections that are asked in an order: those of models, or of voices. */
export interface Connections<R extends Request> {
  context: Context
  table: ConnectionTable
  target: NewAuditEntry['target_type']
  actions: Record<'save' | 'delete' | 'order', NewAuditEntry['action']>
  assertValid: (request: R) => void
  /** What the others do not have. */
  columnsOf: (request: R) => Partial<ConnectionRow>
  factsOf: (request: R) => NewAuditEntry['facts']
  /** Called after each change. */
  applyChange: () => Promise<void>
}

/** Creates a connection, or changes the one with `id`. Returns its id. */
export async function saveConnection<R extends Request>(
  connections: Connections<R>,
  admin: Actor,
  request: R,
  id: string | null = null,
): Promise<string> {
  const { context, table, actions } = connections
  connections.assertValid(request)
  const rowId = id ?? context.ids.uuid()
  await change(connections, admin, async (trx, rows) => {
    const current = rows.find((row) => row.id === id)
    if (id !== null && !current) throw notFound()
    const { name, service, baseUrl: base_url, enabled } = request
    const updated_at = assertUnchanged(current && request.updatedAt, current?.updated_at ?? 0, context.clock.now())
    const encrypted_key = encryptKey(context, rowId, current, request)
    const is_enabled = enabled ? 1 : 0
    const settings = {
      ...{ name, service, base_url, encrypted_key, is_enabled, updated_at },
      ...connections.columnsOf(request),
    }
    if (current) await updateConnection(trx, table, rowId, settings)
    else {
      if (rows.length >= modelLimits.connections) throw tooMany()
      const position = (rows.at(-1)?.position ?? 0) + 1
      const row = { ...settings, id: rowId, position, created_at: updated_at }
      await insertConnection(trx, table, row as ConnectionRow)
    }
    const facts = { name, service, ...connections.factsOf(request), enabled: is_enabled }
    return { action: actions.save, target_id: rowId, facts: { ...keyFacts(current, request), ...facts } }
  })
  return rowId
}

export function removeConnection<R extends Request>(connections: Connections<R>, admin: Actor, id: string) {
  const { table, actions } = connections
  return change(connections, admin, async (trx, rows) => {
    const connection = orNotFound(rows.find((row) => row.id === id))
    await deleteConnection(trx, table, id)
    return { action: actions.delete, target_id: id, facts: { name: connection.name } }
  })
}

/**
 * Puts the connections in the order of `ids`. One that is not among them, because it is new, comes last; what is no
 * connection, such as one that another admin has deleted, is left out.
 */
export function orderConnections<R extends Request>(connections: Connections<R>, admin: Actor, ids: string[]) {
  const { table, actions } = connections
  return change(connections, admin, async (trx, rows) => {
    const placeOf = ({ id }: ConnectionRow) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    const ordered = rows.toSorted((a, b) => placeOf(a) - placeOf(b))
    for (const [index, { id }] of ordered.entries()) await updateConnection(trx, table, id, { position: index + 1 })
    const order = ordered.map(({ id }) => id)
    const facts = { order: order.join(' '), names: ordered.map(({ name }) => name).join(', ') }
    return { action: actions.order, target_id: order[0] ?? '', facts }
  })
}

/** Runs a change, and records what it returns in the audit log. */
async function change<R extends Request>(
  { context, table, target, applyChange }: Connections<R>,
  admin: Actor,
  apply: (trx: Queryable, rows: ConnectionRow[]) => Promise<Omit<NewAuditEntry, 'target_type'>>,
): Promise<void> {
  await context.transact(async (trx) => {
    await incrementVersion(trx)
    const entry = await apply(trx, await listConnections<ConnectionTable>(trx, table))
    await appendAudit(context, trx, admin, [{ target_type: target, ...entry }])
  })
  await applyChange()
}

function tooMany(): ApiError {
  const message = `There can be up to ${modelLimits.connections} connections. Delete one, then try again.`
  return new ApiError('validation_failed', { message })
}
