import type { ConnectionInput, ModelService, PriceSettings } from '#shared/models.ts'
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
