import type { RefusalStore } from './facts-by-model.ts'
import type { RetryOptions } from './http/retry.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import type { Sampling } from './model-profile.ts'
import type { Service } from './services.ts'

export interface HttpModelOptions {
  service: Service
  /** Default: the service's base URL. */
  baseUrl?: string
  apiKey?: string
  /** Null: the first chat model that the server lists when the first reply is generated. */
  model: string | null
  /** The tokens that a prompt and its reply may use, which may be less than the model's window. */
  contextTokens: number
  /** The window that the server states, or null. */
  windowTokens?: number | null
  maxReplyTokens: number
  sampling?: Sampling
  timeouts?: Partial<ModelTimeouts>
  retries?: RetryOptions
  now?: (() => number) | undefined
  /** For the log: what a reply has taught about the model. */
  onFact?: ((fact: string) => void) | undefined
  /** What the service has rejected, as all instances know it. Default: known to this process alone. */
  refusals?: RefusalStore
}
