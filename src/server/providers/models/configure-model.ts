import { createHttpModel } from './create-http-model.ts'
import type { RefusalStore } from './facts-by-model.ts'
import { findProfile } from './find-profile.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import type { HttpModel } from './http-model.ts'
import type { Sampling } from './model-profile.ts'
import type { Service } from './services.ts'

/** A model of a service. */
export interface Choice {
  service: Service
  apiKey: string | undefined
  baseUrl: string
  /** Null: the first chat model that the server lists. */
  model: string | null
  /** The context window that the server states, or null. */
  contextTokens: number | null
}

/** What the operator set; undefined or null: the default. */
export interface ModelLimits {
  /** Default: the model's window, at most 8192. */
  contextTokens?: number | null
  maxReplyTokens?: number | null
  /** Default: that of the service. */
  firstByteSeconds?: number
  sampling?: Sampling
}

export interface FirstByteEnv {
  /** Default: that of the service. */
  modelFirstByteSeconds?: number
  localModelFirstByteSeconds?: number
}

export interface ConfigureOptions {
  timeouts?: Partial<ModelTimeouts>
  now?: () => number
  /** Logs what was learned about the model from its replies. */
  onFact?: (fact: string) => void
  /** What the models at an address have rejected, as all instances know it. */
  refusalsAt?: (baseUrl: string) => RefusalStore
}

/**
 * The seconds that the operator has set. Local servers have a setting of their own: they may have to load the model.
 */
export function firstByteSecondsOf({ isLocal }: Service, env: FirstByteEnv): number | undefined {
  return isLocal ? env.localModelFirstByteSeconds : env.modelFirstByteSeconds
}

const defaultContextTokens = 8192
export const defaultMaxReplyTokens = 600

/** The model's window as the server states it or its name tells, or null. */
export function windowOf({ contextTokens, service, model }: Choice): number | null {
  return contextTokens ?? findProfile(service, model ?? '').windowTokens
}

/** Creates the model with the operator's limits, and defaults that fit its window. */
export function configureModel(choice: Choice, limits: ModelLimits, options: ConfigureOptions): HttpModel {
  const { service, apiKey, baseUrl, model } = choice
  const windowTokens = windowOf(choice)
  const contextTokens = limits.contextTokens ?? Math.min(defaultContextTokens, windowTokens ?? defaultContextTokens)
  const { firstByteSeconds, sampling } = limits
  const firstByteMs = firstByteSeconds === undefined ? undefined : firstByteSeconds * 1_000
  return createHttpModel({
    service,
    apiKey,
    baseUrl,
    model,
    contextTokens,
    // Ollama loads the window that the request names.
    windowTokens: windowTokens === null || service.protocol === 'ollama' ? null : Math.max(windowTokens, contextTokens),
    maxReplyTokens: Math.min(limits.maxReplyTokens ?? defaultMaxReplyTokens, Math.floor(contextTokens / 2)),
    sampling,
    timeouts: { ...(firstByteMs === undefined ? {} : { firstByteMs }), ...options.timeouts },
    now: options.now,
    onFact: options.onFact,
    refusals: options.refusalsAt?.(baseUrl),
  })
}
