import type { Env } from '#server/core/env.ts'
import { type ConfigureOptions, configureModel, firstByteSecondsOf } from '#server/providers/models/configure-model.ts'
import type { HttpModel } from '#server/providers/models/http-model.ts'
import { findServiceAt, hostedServices, localServices, type Service } from '#server/providers/models/services.ts'
import type { ConnectionRequest } from '#shared/models.ts'

export const services: readonly Service[] = [...hostedServices, ...localServices]

export type ConnectionSettings = Pick<
  ConnectionRequest,
  'service' | 'baseUrl' | 'model' | 'contextTokens' | 'maxReplyTokens' | 'sampling'
>

/** The service that was chosen; for any other, what its address tells. */
export function serviceOf({ service, baseUrl }: Pick<ConnectionSettings, 'service' | 'baseUrl'>): Service {
  return services.find(({ id }) => id === service) ?? findServiceAt(baseUrl)
}

/** The model of a connection. The times to the first byte of the environment hold for it too. */
export function createConnectionModel(
  settings: ConnectionSettings,
  apiKey: string | null,
  env: Env,
  options: ConfigureOptions,
): HttpModel {
  const { baseUrl, contextTokens, maxReplyTokens, sampling } = settings
  const service = serviceOf(settings)
  const model = settings.model ?? service.defaultModel ?? null
  const choice = { service, apiKey: apiKey ?? undefined, baseUrl, model, contextTokens: null }
  const firstByteSeconds = firstByteSecondsOf(service, env)
  return configureModel(choice, { contextTokens, maxReplyTokens, sampling, firstByteSeconds }, options)
}
