import { DemoModel } from './demo-model.ts'
import { detectLocalModel, type LocalPorts } from './detect.ts'
import type { HttpModel } from './http-model.ts'
import { createHttpModel } from './http-model.ts'
import { isChatModel, type ListedModel } from './model-list.ts'
import {
  defaultMaxReplyTokens,
  firstByteSecondsOf,
  type ModelRuntime,
  type ModelSettings,
  windowOf,
} from './model-settings.ts'
import { askServer } from './server-window.ts'
import { findServiceAt, hostedServices, localServices, unknownService } from './services.ts'

/** The environment variables about models. */
export interface ModelEnv {
  modelBaseUrl?: string
  modelApiKey?: string
  modelName?: string
  /** The API keys of hosted services, by the service's id. */
  serviceKeys?: Readonly<Record<string, string | undefined>>
  /** False: do not detect model servers on this machine. */
  localModels?: boolean
  /** Default: the service's context window, else 8192. */
  modelContextTokens?: number
  modelMaxReplyTokens?: number
  /** Default: that of the service. */
  modelFirstByteSeconds?: number
  localModelFirstByteSeconds?: number
}

/** A model with its address. */
type Choice = ModelSettings & { baseUrl: string }

export interface CreateModelOptions extends ModelRuntime {
  log: { info(message: string): void; warn(message: string): void }
  /** The ports of local services, for tests. */
  detectPorts?: LocalPorts
}

/** The model that was chosen at the start, and what chose it. */
export type ChosenModel =
  | { source: 'environment' | 'detected'; model: HttpModel; baseUrl: string }
  | { source: 'built-in'; model: DemoModel }

/** How long starting waits for a server's list of models. */
const listTimeoutMs = 2_000

/**
 * Creates the model once at start: from `MODEL_BASE_URL`, else from the API key of a known service, else from a model
 * server on this machine, else the demo model. Logs what it chose and why.
 */
export async function chooseModel(env: ModelEnv, options: CreateModelOptions): Promise<ChosenModel> {
  const { log } = options
  if (env.modelBaseUrl === undefined && env.modelApiKey !== undefined) {
    log.warn('MODEL_API_KEY is set without MODEL_BASE_URL, so it is not used.')
  }
  const set = (await chooseByBaseUrl(env, log)) ?? chooseByApiKey(env, log)
  const choice = set ?? (await chooseLocal(env, options))
  if (choice === null) {
    log.info('No model is configured and none was found on this machine: the built-in demo model is used.')
    return {
      source: 'built-in',
      model: new DemoModel({ maxReplyTokens: env.modelMaxReplyTokens ?? defaultMaxReplyTokens }),
    }
  }
  const contextTokens = env.modelContextTokens
  const windowTokens = windowOf(choice)
  if (windowTokens !== null && (contextTokens ?? 0) > windowTokens) {
    log.warn(
      `MODEL_CONTEXT_TOKENS is larger than the window of ${choice.model} as we know it (${windowTokens} tokens).`,
    )
  }
  const firstByteSeconds = firstByteSecondsOf(choice.service, env)
  const limits = { contextTokens, maxReplyTokens: env.modelMaxReplyTokens, firstByteSeconds }
  const model = createHttpModel({ ...choice, ...limits }, options)
  log.info(`Using ${model.label}, model ${model.model}, at ${choice.baseUrl}.`)
  return { source: set === null ? 'detected' : 'environment', model, baseUrl: choice.baseUrl }
}

async function chooseByBaseUrl(env: ModelEnv, log: CreateModelOptions['log']): Promise<Choice | null> {
  if (env.modelBaseUrl === undefined) return null
  const service = findServiceAt(env.modelBaseUrl)
  const apiKey = env.modelApiKey ?? env.serviceKeys?.[service.id]
  const choice: Choice = {
    service,
    apiKey,
    baseUrl: env.modelBaseUrl,
    model: env.modelName ?? service.defaultModel ?? null,
  }
  return service.keyVariable === undefined ? findModel(choice, log) : choice
}

/** Does not fail when the server is down: the name of the model is looked up again with the first reply. */
async function findModel(choice: Choice, log: CreateModelOptions['log']): Promise<Choice> {
  const { service, baseUrl, apiKey } = choice
  const isWanted = ({ id }: ListedModel) => (choice.model === null ? isChatModel(id) : id === choice.model)
  const info = await askServer({ baseUrl, serviceId: service.id, apiKey }, isWanted, listTimeoutMs).catch(() => null)
  if (choice.model === null && !info?.model) {
    log.warn(`${baseUrl} returned no list of models. The next reply tries again; or set MODEL_NAME.`)
    return choice
  }
  if (!info) return choice
  const { serviceId, model, windowTokens } = info
  const known = localServices.find(({ id }) => id === serviceId && service.id === unknownService.id)
  const found = known ? { ...known, ...(service.isLocal ? {} : { isLocal: undefined }) } : service
  return { ...choice, service: found, model: choice.model ?? model?.id ?? null, windowTokens }
}

function chooseByApiKey(env: ModelEnv, log: CreateModelOptions['log']): Choice | null {
  const candidates = hostedServices.filter((service) => env.serviceKeys?.[service.id] !== undefined)
  const byModelName = candidates.find(
    (service) => env.modelName !== undefined && service.modelNames?.test(env.modelName),
  )
  const service = byModelName ?? candidates[0]
  if (service === undefined) return null
  if (candidates.length > 1) {
    const keys = candidates.map(({ keyVariable }) => keyVariable).join(', ')
    const why = byModelName === undefined ? 'it comes first in our list' : `${env.modelName} is one of its models`
    log.info(`Several keys are set (${keys}): ${service.label} was chosen because ${why}.`)
  }
  const model = env.modelName ?? service.defaultModel ?? null
  return { service, apiKey: env.serviceKeys?.[service.id], baseUrl: service.baseUrl, model }
}

async function chooseLocal(env: ModelEnv, { detectPorts, log }: CreateModelOptions): Promise<Choice | null> {
  if (env.localModels === false) return null
  const detected = await detectLocalModel(detectPorts, env.modelName)
  if (detected === null) {
    if (env.modelName !== undefined) log.warn(`No server on this machine has the model ${env.modelName}.`)
    return null
  }
  const { service, baseUrl, id, contextTokens: windowTokens } = detected
  log.info(`Found ${service.label} on this machine.`)
  return { service, baseUrl, model: id, windowTokens }
}
