import { DemoModel } from './demo-model.ts'
import { detectLocalModel, type LocalPorts } from './detect.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import type { ModelProvider } from './provider.ts'
import { hostedServices, type Service, serviceAt } from './services.ts'
import { OffloadingModel } from './worker/offloading-model.ts'

/** What of the environment decides which voice speaks. */
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
  /** False: do not look for model servers on this machine. */
  localModels?: boolean | undefined
  /** Unset: what is usual for the service, else 8192. */
  modelContextTokens?: number | undefined
  modelMaxReplyTokens?: number | undefined
}

export interface ChooseOptions {
  log: { info(message: string): void; warn(message: string): void }
  /** Where to look for local services, by their id; for tests. */
  detectPorts?: LocalPorts
  patience?: Partial<ModelTimeouts>
}

interface Choice {
  service: Service
  apiKey: string | undefined
  baseUrl: string
  /** Null: the first chat model the server lists. */
  model: string | null
  /** The window the server says it has. */
  window: number | null
}

const usualContextTokens = 8192
const usualMaxReplyTokens = 600
/** How long starting waits for a server to list its models, in milliseconds. */
const askMs = 2_000

/**
 * Chooses the voice, once at start: the address in `MODEL_BASE_URL`, else a known service by its key, else a model
 * server on this machine, else the understudy. It says what it chose and why.
 */
export async function createModelProvider(env: ModelEnv, options: ChooseOptions): Promise<ModelProvider> {
  const { log } = options
  if (env.modelBaseUrl === undefined && env.modelApiKey !== undefined) {
    log.warn('MODEL_API_KEY is set without MODEL_BASE_URL, so it is not used.')
  }
  const choice = byAddress(env) ?? byKey(env, log) ?? (await byLooking(env, options))
  if (choice === null) {
    log.info('No model is configured and none was found on this machine: the built-in demo model is used.')
    return new DemoModel({ maxReplyTokens: env.modelMaxReplyTokens ?? usualMaxReplyTokens })
  }
  const provider = create(choice, env, options.patience)
  if (choice.model === null) await askForModel(provider, choice, log)
  log.info(`The voice is ${provider.label}, model ${provider.model}, at ${choice.baseUrl}.`)
  return provider
}

/** A server that is down now may be up when the first player speaks, so this stops nothing. */
async function askForModel(provider: OffloadingModel, { baseUrl }: Choice, log: ChooseOptions['log']): Promise<void> {
  try {
    await provider.askModel(AbortSignal.timeout(askMs))
  } catch {
    log.warn(`No list of models came from ${baseUrl}. It is asked again when first needed; or set MODEL_NAME.`)
  }
}

function byAddress(env: ModelEnv): Choice | null {
  if (env.modelBaseUrl === undefined) return null
  const service = serviceAt(env.modelBaseUrl)
  return {
    service,
    apiKey: env.modelApiKey ?? keyOf(service, env),
    baseUrl: env.modelBaseUrl,
    model: env.modelName ?? service.defaultModel ?? null,
    window: null,
  }
}

function byKey(env: ModelEnv, log: ChooseOptions['log']): Choice | null {
  const keyed = hostedServices.filter((service) => keyOf(service, env) !== undefined)
  const knowing = keyed.find((service) => env.modelName !== undefined && service.models?.test(env.modelName))
  const service = knowing ?? keyed[0]
  if (service === undefined) return null
  if (keyed.length > 1) {
    const keys = keyed.map(({ keyVariable }) => keyVariable).join(', ')
    const why = knowing === undefined ? 'it comes first in our list' : `${env.modelName} is one of its models`
    log.info(`Several keys are set (${keys}): ${service.label} was chosen because ${why}.`)
  }
  const model = env.modelName ?? service.defaultModel ?? null
  return { service, apiKey: keyOf(service, env), baseUrl: service.baseUrl, model, window: null }
}

async function byLooking(env: ModelEnv, { detectPorts, log }: ChooseOptions): Promise<Choice | null> {
  if (env.localModels === false) return null
  const found = await detectLocalModel(detectPorts, env.modelName)
  if (found === null) {
    if (env.modelName !== undefined) log.warn(`No server on this machine has the model ${env.modelName}.`)
    return null
  }
  log.info(`Found ${found.service.label} on this machine.`)
  return {
    service: found.service,
    apiKey: undefined,
    baseUrl: found.baseUrl,
    model: found.id,
    window: found.contextTokens,
  }
}

/** Each service's key, by its id. */
function keyOf(service: Service, env: ModelEnv): string | undefined {
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

function create(choice: Choice, env: ModelEnv, patience: Partial<ModelTimeouts> | undefined): OffloadingModel {
  const { service, apiKey, baseUrl, model } = choice
  const usual = Math.min(service.contextTokens ?? usualContextTokens, choice.window ?? Number.POSITIVE_INFINITY)
  const contextTokens = env.modelContextTokens ?? usual
  const maxReplyTokens = Math.min(env.modelMaxReplyTokens ?? usualMaxReplyTokens, Math.floor(contextTokens / 2))
  return new OffloadingModel({ service, apiKey, baseUrl, model, contextTokens, maxReplyTokens, patience })
}
