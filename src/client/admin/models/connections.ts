import { call } from '#client/lib/http.ts'
import type { ConnectionInput, ModelConnection, ModelService, PriceSettings } from '#shared/models.ts'
import { servicePreset } from '../connection-dialog.tsx'

export const noPrices: PriceSettings = { input: null, cached: null, output: null }

export const presetOf = (service: ModelService) => ({
  ...servicePreset(service),
  model: service.defaultModel,
  prices: service.defaultPrices ?? noPrices,
})

/** With what a new connection begins. */
export const newConnection = (service: ModelService): ConnectionInput => ({
  ...presetOf(service),
  premiumOnly: false,
  enabled: true,
})

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
