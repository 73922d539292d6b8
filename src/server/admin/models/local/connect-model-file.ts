import type { Context } from '#server/core/context.ts'
import { appendAudit, commandLine } from '#server/moderation/audit/append-audit.ts'
import { localModelService } from '#server/providers/models/local/local-model.ts'
import { modelLimits, Sampling } from '#shared/models.ts'
import { incrementVersion, insertConnection, listConnections } from '../../connections/queries.ts'

/** Connects a model file of this machine, for the command line. False when a connection uses it already. */
export function connectModelFile(context: Context, file: string, name: string): Promise<boolean> {
  const { clock, ids } = context
  return context.transact(async (trx) => {
    await incrementVersion(trx)
    const rows = await listConnections(trx, 'model_connections')
    if (rows.some(({ service, model }) => service === localModelService.id && model === file)) return false
    if (rows.length >= modelLimits.connections)
      throw new Error('There are too many connections. Delete one, then try again.')
    const [id, now] = [ids.uuid(), clock.now()]
    await insertConnection(trx, 'model_connections', {
      id,
      name,
      service: localModelService.id,
      base_url: localModelService.baseUrl,
      model: file,
      encrypted_key: null,
      context_tokens: null,
      max_reply_tokens: null,
      prices: '{}',
      sampling: JSON.stringify(Sampling.parse({})),
      is_premium_only: 0,
      is_enabled: 1,
      position: (rows.at(-1)?.position ?? 0) + 1,
      created_at: now,
      updated_at: now,
    })
    const facts = {
      before: null,
      after: new URL(localModelService.baseUrl).origin,
      name,
      service: localModelService.id,
      model: file,
    }
    const entry = { action: 'save_model', target_type: 'model', target_id: id, facts } as const
    await appendAudit(context, trx, commandLine, [entry])
    return true
  })
}
