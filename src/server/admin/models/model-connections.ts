import type { Context } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { commandLine } from '#server/moderation/audit/append-audit.ts'
import { isModelFileName } from '#server/providers/models/local/folders.ts'
import { localModelService } from '#server/providers/models/services.ts'
import { ConnectionRequest } from '#shared/models.ts'
import { listConnections } from '../connections/queries.ts'
import { type Connections, saveConnection } from '../connections/save-connection.ts'
import { findService } from '../connections/service-key.ts'
import { services } from './connection-model.ts'
import type { ConnectionRow } from './queries.ts'

export const modelConnections = (
  context: Context,
  applyChange: () => Promise<void>,
): Connections<ConnectionRequest> => ({
  context,
  table: 'model_connections',
  target: 'model',
  actions: { save: 'save_model', delete: 'delete_model', order: 'order_models' },
  assertValid(request) {
    assertService(request.service)
    assertModelFile(request)
  },
  columnsOf: (request): Partial<ConnectionRow> => ({
    model: request.model,
    context_tokens: request.contextTokens,
    max_reply_tokens: request.maxReplyTokens,
    sampling: JSON.stringify(request.sampling),
    prices: JSON.stringify(request.prices),
    is_premium_only: request.premiumOnly ? 1 : 0,
  }),
  factsOf: ({ model, premiumOnly }) => ({ model, premiumOnly: premiumOnly ? 1 : 0 }),
  applyChange,
})

export function assertService(service: string): void {
  if (service !== 'openai-compatible') findService(services, service)
}

function assertModelFile({ service, model }: ConnectionRequest): void {
  if (service !== localModelService.id || (model !== null && isModelFileName(model))) return
  throw fieldError('model', 'Choose a model file of this machine: its name ends with .gguf.')
}

/** Connects a model file of this machine, for the command line. False when a connection uses it already. */
export async function connectModelFile(context: Context, file: string, name: string): Promise<boolean> {
  const { id, baseUrl } = localModelService
  const rows = await listConnections(context.db, 'model_connections')
  if (rows.some(({ service, model }) => service === id && model === file)) return false
  const request = ConnectionRequest.parse({ name, service: id, baseUrl, model: file })
  // A server that runs finds the change itself.
  await saveConnection(
    modelConnections(context, async () => {}),
    commandLine,
    request,
  )
  return true
}
