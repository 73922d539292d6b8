import { createHttpModel } from './create-http-model.ts'
import { DemoModel } from './demo-model.ts'
import { detectLocalModel, type LocalPorts } from './detect.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import type { HttpModel } from './http-model.ts'
import type { ModelProvider } from './provider.ts'
import { findServiceAt, hostedServices, type Service } from './services.ts'

/** The environment variables about models. */
export interface ModelEnv {
  modelBaseUrl?: string | undefined
  modelApiKey?: string | undefined
  modelName?: string | undefined
  openaiApiKey?: string | undefined
  anthropicApiKey?: string | undefined
  openrouterApiKey?: string | undefined
  geminiApiKey?: string | undefined
  mistralApiKey?: string | undefined
  deepseekApiKey?: string | undefined
  groqApiKey?: string | undefined
  /** False: do not detect model servers on this machine. */
  localModels?: boolean | undefined
  /** Default: the service's context window, else 8192. */
  modelContextTokens?: number | undefined
  modelMaxReplyTokens?: number | undefined
}

export interface CreateModelOptions {
  log: { info(message: string): void; warn(message: string): void }
  /** The ports of local services, for tests. */
  detectPorts?: LocalPorts
  timeouts?: Partial<ModelTimeouts>
}

interface Choice {
  service: Service
  apiKey: string | undefined
  baseUrl: string
  /** Null: the first chat model that the server lists. */
  model: string | null
  /** The context window that the server states, or null. */
  contextTokens: number | null
}

const defaultContextTokens = 8192
const defaultMaxReplyTokens = 600
/** How long starting waits for a server's list of models. */
const listTimeoutMs = 2_000

/**
 * Creates the model once at start: from `MODEL_BASE_URL`, else from the API key of a known service, else from a model
 * server on this machine, else the demo model. Logs what it chose and why.
 */
export async function createModelProvider(env: ModelEnv, options: CreateModelOptions): Promise<ModelProvider> {
  const { log } = options
  if (env.modelBaseUrl === undefined && env.modelApiKey !== undefined) {
    log.warn('MODEL_API_KEY is set without MODEL_BASE_URL, so it is not used.')
  }
  const choice = chooseByBaseUrl(env) ?? chooseByApiKey(env, log) ?? (await chooseLocal(env, options))
  if (choice === null) {
    log.info('No model is configured and none was found on this machine: the built-in demo model is used.')
    return new DemoModel({ maxReplyTokens: env.modelMaxReplyTokens ?? defaultMaxReplyTokens })
  }
  const model = createModel(choice, env, options.timeouts)
  if (choice.model === null) await findModelName(model, choice, log)
  log.info(`Using ${model.label}, model ${model.model}, at ${choice.baseUrl}.`)
  return model
}

/** Does not fail when the server is down: the name is looked up again with the first reply. */
async function findModelName(model: HttpModel, { baseUrl }: Choice, log: CreateModelOptions['log']): Promise<void> {
  try {
    await model.findModel(AbortSignal.timeout(listTimeoutMs))
  } catch {
    log.warn(`${baseUrl} returned no list of models. The next reply tries again; or set MODEL_NAME.`)
  }
}

function chooseByBaseUrl(env: ModelEnv): Choice | null {
  if (env.modelBaseUrl === undefined) return null
  const service = findServiceAt(env.modelBaseUrl)
  return {
    service,
    apiKey: env.modelApiKey ?? apiKeyOf(service, env),
    baseUrl: env.modelBaseUrl,
    model: env.modelName ?? service.defaultModel ?? null,
    contextTokens: null,
  }
}

function chooseByApiKey(env: ModelEnv, log: CreateModelOptions['log']): Choice | null {
  const candidates = hostedServices.filter((service) => apiKeyOf(service, env) !== undefined)
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
  return { service, apiKey: apiKeyOf(service, env), baseUrl: service.baseUrl, model, contextTokens: null }
}

async function chooseLocal(env: ModelEnv, { detectPorts, log }: CreateModelOptions): Promise<Choice | null> {
  if (env.localModels === false) return null
  const detected = await detectLocalModel(detectPorts, env.modelName)
  if (detected === null) {
    if (env.modelName !== undefined) log.warn(`No server on this machine has the model ${env.modelName}.`)
    return null
  }
  const { service, baseUrl, id, contextTokens } = detected
  log.info(`Found ${service.label} on this machine.`)
  return { service, apiKey: undefined, baseUrl, model: id, contextTokens }
}

function apiKeyOf(service: Service, env: ModelEnv): string | undefined {
  const keys: Record<string, string | undefined> = {
    openai: env.openaiApiKey,
    anthropic: env.anthropicApiKey,
    openrouter: env.openrouterApiKey,
    gemini: env.geminiApiKey,
    mistral: env.mistralApiKey,
    deepseek: env.deepseekApiKey,
    groq: env.groqApiKey,
  }
  return keys[service.id]
}

function createModel(choice: Choice, env: ModelEnv, timeouts: Partial<ModelTimeouts> | undefined): HttpModel {
  const { service, apiKey, baseUrl, model } = choice
  const usable = Math.min(
    service.contextTokens ?? defaultContextTokens,
    choice.contextTokens ?? Number.POSITIVE_INFINITY,
  )
  const contextTokens = env.modelContextTokens ?? usable
  const maxReplyTokens = Math.min(env.modelMaxReplyTokens ?? defaultMaxReplyTokens, Math.floor(contextTokens / 2))
  return createHttpModel({ service, apiKey, baseUrl, model, contextTokens, maxReplyTokens, timeouts })
}
