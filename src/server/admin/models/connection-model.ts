import type { Context } from '#server/core/context.ts'
import type { HttpModel } from '#server/providers/models/http-model.ts'
import { createHttpModel } from '#server/providers/models/http-model.ts'
import { LocalModel } from '#server/providers/models/local/local-model.ts'
import { firstByteSecondsOf, type ModelRuntime } from '#server/providers/models/model-settings.ts'
import {
  findServiceAt,
  hostedServices,
  localModelService,
  localServices,
  type Service,
} from '#server/providers/models/services.ts'
import type { ConnectionRequest } from '#shared/models.ts'

export const services: readonly Service[] = [...hostedServices, ...localServices, localModelService]

export type ConnectionSettings = Pick<
  ConnectionRequest,
  'service' | 'baseUrl' | 'model' | 'contextTokens' | 'maxReplyTokens' | 'sampling' | 'prices'
>

/** The chosen service; if it is not a known one, the service at its address. */
export function serviceOf({ service, baseUrl }: Pick<ConnectionSettings, 'service' | 'baseUrl'>): Service {
  return services.find(({ id }) => id === service) ?? findServiceAt(baseUrl)
}

/** The model of a connection. The time limits of the environment for the first byte apply to it too. */
export function createConnectionModel(
  settings: ConnectionSettings,
  apiKey: string | null,
  { env, log, ids }: Pick<Context, 'env' | 'log' | 'ids'>,
  runtime: ModelRuntime,
): HttpModel | LocalModel {
  const { baseUrl, contextTokens, maxReplyTokens, sampling } = settings
  const service = serviceOf(settings)
  const model = settings.model ?? service.defaultModel ?? null
  const firstByteSeconds = firstByteSecondsOf(service, env)
  const limits = { contextTokens, maxReplyTokens, sampling, firstByteSeconds }
  if (service === localModelService) {
    const createToken = () => ids.secret(24)
    return new LocalModel({ dataDir: env.dataDir, file: model ?? '', limits, createToken, log }, runtime)
  }
  return createHttpModel({ service, apiKey: apiKey ?? undefined, baseUrl, model, ...limits }, runtime)
}
