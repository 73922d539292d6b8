import { findProfile } from './find-profile.ts'
import type { RetryOptions } from './http/retry.ts'
import type { ModelTimeouts } from './http/upstream-call.ts'
import type { Facts } from './learned-facts.ts'
import type { Sampling } from './model-profile.ts'
import type { Service } from './services.ts'
import type { TokenLimits } from './token-budget.ts'

/** A model of a service, and what the operator has set for it; undefined or null: the default. */
export interface ModelSettings {
  service: Service
  /** Default: that of the service. */
  baseUrl?: string
  apiKey?: string
  /** Null: the first chat model that the server lists when the first reply is generated. */
  model: string | null
  /** The window that the server states. Default: what the model's name tells. */
  windowTokens?: number | null
  /** The tokens that a prompt and its reply may use. Default: the model's window, at most 8192. */
  contextTokens?: number | null
  maxReplyTokens?: number | null
  /** Default: that of the service. */
  firstByteSeconds?: number
  sampling?: Sampling
}

/** What a model is given by the server that it is used in. Its times are for tests. */
export interface ModelRuntime {
  timeouts?: Partial<ModelTimeouts>
  retries?: RetryOptions
  now?: () => number
  /** Logs what a reply has taught about the model. */
  onFact?: (fact: Facts) => void
}

export const defaultContextTokens = 8192
export const defaultMaxReplyTokens = 600

/** The model's window as the server states it or its name tells, or null. */
export function windowOf({ windowTokens, service, model }: ModelSettings): number | null {
  return windowTokens ?? findProfile(service, model ?? '').windowTokens
}

/** The operator's limits, and defaults that fit the model's window. */
export function limitsOf(settings: ModelSettings): TokenLimits {
  const windowTokens = windowOf(settings)
  const contextTokens = settings.contextTokens ?? Math.min(defaultContextTokens, windowTokens ?? defaultContextTokens)
  // Ollama loads the window that the request names.
  const isChosen = settings.service.protocol === 'ollama'
  return {
    contextTokens,
    windowTokens: windowTokens === null || isChosen ? null : Math.max(windowTokens, contextTokens),
    maxReplyTokens: Math.min(settings.maxReplyTokens ?? defaultMaxReplyTokens, Math.floor(contextTokens / 2)),
  }
}

/**
 * The seconds that the operator has set for the first byte. Local servers have a setting of their own: they may have to load
 * the model.
 */
export function firstByteSecondsOf(
  { isLocal }: Service,
  env: { modelFirstByteSeconds?: number; localModelFirstByteSeconds?: number },
): number | undefined {
  return isLocal ? env.localModelFirstByteSeconds : env.modelFirstByteSeconds
}
