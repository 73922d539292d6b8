import { call } from '#client/lib/http.ts'
import type { ConnectionInput, ModelConnection } from '#shared/models.ts'

interface Draft {
  id?: string
  connection: ConnectionInput
}

export const testConnection = (body: Draft) => call('POST /api/admin/models/test', { body })

export function saveConnection({ id, connection }: Draft): Promise<ModelConnection> {
  return id === undefined
    ? call('POST /api/admin/models', { body: connection })
    : call('PUT /api/admin/models/:id', { params: { id }, body: connection })
}
