import { ApiError, fieldError, notFound } from '#server/http/api-error.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { isModelFileName } from '#server/providers/models/local/folders.ts'
import { localModelService } from '#server/providers/models/local/local-model.ts'
import { type ConnectionRequest, modelLimits } from '#shared/models.ts'
import { services } from './connection-model.ts'
import type { ModelDeps } from './model-deps.ts'
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  incrementVersion,
  insertConnection,
  listConnections,
  setPosition,
  updateConnection,
} from './queries.ts'

/** Creates a connection, or updates the one with `id`. Returns its id. */
export async function saveConnection(
  { context, models }: ModelDeps,
  admin: Actor,
  request: ConnectionRequest,
  id: string | null = null,
): Promise<string> {
  assertService(request.service)
  assertModelFile(request)
  const rowId = id ?? context.ids.uuid()
  await context.transact(async (trx) => {
    await incrementVersion(trx)
    const current = id === null ? null : await findConnection(trx, id)
    if (id !== null && current === null) throw notFound()
    const edited = current === null ? undefined : request.updatedAt
    const now = assertUnchanged(edited, current?.updated_at ?? 0, context.clock.now())
    const settings = { ...columnsOf(request), encrypted_key: keyOf(models, rowId, request, current), updated_at: now }
    if (id !== null) await updateConnection(trx, id, settings)
    else {
      if ((await listConnections(trx)).length >= modelLimits.connections) throw tooMany()
      await insertConnection(trx, { id: rowId, ...settings, created_at: now })
    }
    const facts = factsOf(request, current)
    await appendAudit(context, trx, admin, [{ action: 'save_model', target_type: 'model', target_id: rowId, facts }])
  })
  await models.applyChange()
  return rowId
}

export async function removeConnection({ context, models }: ModelDeps, admin: Actor, id: string): Promise<void> {
  await context.transact(async (trx) => {
    await incrementVersion(trx)
    const connection = await findConnection(trx, id)
    if (!connection || !(await deleteConnection(trx, id))) throw notFound()
    const facts = { name: connection.name }
    await appendAudit(context, trx, admin, [{ action: 'delete_model', target_type: 'model', target_id: id, facts }])
  })
  await models.applyChange()
}

/**
 * Puts the connections in the order of `ids`. One that is not among them, because it is new, comes last; what is no
 * connection, such as one that another admin has deleted, is left out.
 */
export async function orderConnections({ context, models }: ModelDeps, admin: Actor, ids: string[]) {
  await context.transact(async (trx) => {
    await incrementVersion(trx)
    const names = new Map((await listConnections(trx)).map(({ id, name }) => [id, name]))
    const known = [...names.keys()]
    const order = [...new Set([...ids.filter((id) => known.includes(id)), ...known])]
    for (const [index, id] of order.entries()) await setPosition(trx, id, index + 1)
    const facts = { order: order.join(' '), names: order.map((id) => names.get(id)).join(', ') }
    const target = { target_type: 'model', target_id: order[0] ?? '' } as const
    await appendAudit(context, trx, admin, [{ action: 'order_models', ...target, facts }])
  })
  await models.applyChange()
}

/** The facts of a connection for the audit log: where messages go, and never a key. */
function factsOf(request: ConnectionRequest, before: ConnectionRow | null | undefined) {
  return {
    before: before ? new URL(before.base_url).origin : null,
    after: new URL(request.baseUrl).origin,
    name: request.name,
    service: request.service,
    model: request.model,
    key: request.apiKey === undefined ? 'unchanged' : request.apiKey === null ? 'removed' : 'set',
    enabled: request.enabled ? 1 : 0,
    premiumOnly: request.premiumOnly ? 1 : 0,
  }
}

function columnsOf(request: ConnectionRequest) {
  return {
    name: request.name,
    service: request.service,
    base_url: request.baseUrl,
    model: request.model,
    context_tokens: request.contextTokens,
    max_reply_tokens: request.maxReplyTokens,
    sampling: JSON.stringify(request.sampling),
    prices: JSON.stringify(request.prices),
    is_premium_only: request.premiumOnly ? 1 : 0,
    is_enabled: request.enabled ? 1 : 0,
  }
}

function keyOf({ secretBox }: ModelDeps['models'], id: string, request: ConnectionRequest, row: ConnectionRow | null) {
  if (request.apiKey === null) return null
  if (request.apiKey !== undefined) return secretBox.encrypt(request.apiKey, id)
  assertSameServer(row, request)
  return row?.encrypted_key ?? null
}

/** A stored key is sent only to the server it was entered for: an admin who cannot read it could have it sent to their own. */
export function assertSameServer(
  row: Pick<ConnectionRow, 'base_url' | 'encrypted_key'> | null,
  { baseUrl }: { baseUrl: string },
): void {
  if (!row?.encrypted_key || new URL(row.base_url).origin === new URL(baseUrl).origin) return
  throw fieldError('apiKey', 'The address leads to another server now. Enter the key again.')
}

/** Returns the time of the change, which is later than that of the last one. */
export function assertUnchanged(edited: number | undefined, updatedAt: number, now: number): number {
  if (edited !== undefined && edited !== updatedAt) throw new ApiError('connection_changed', { details: { updatedAt } })
  return Math.max(now, updatedAt + 1)
}

export function assertService(service: string): void {
  if (service === 'openai-compatible' || services.some(({ id }) => id === service)) return
  throw fieldError('service', 'Choose a service of the list.')
}

function assertModelFile({ service, model }: ConnectionRequest): void {
  if (service !== localModelService.id || (model !== null && isModelFileName(model))) return
  throw fieldError('model', 'Choose a model file of this machine: its name ends with .gguf.')
}

function tooMany(): ApiError {
  const message = `There can be up to ${modelLimits.connections} connections. Delete one, then try again.`
  return new ApiError('validation_failed', { message })
}
