import type { Context } from '#server/core/context.ts'
import { commandLine } from '#server/moderation/audit/append-audit.ts'
import { localModelService } from '#server/providers/models/local/local-model.ts'
import { ConnectionRequest } from '#shared/models.ts'
import { listConnections } from '../../connections/queries.ts'
import { saveConnection } from '../../connections/save-connection.ts'
import { modelConnections } from '../model-connections.ts'

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
