/** How a model goes on from an assistant message at the end of the request. */
export type Prefill =
  /** It does not. */
  | 'none'
  /** The message at the end is enough. */
  | 'trailing'
  /** The message has `prefix: true`. */
  | 'prefix'
  /** The request has `continue_final_message: true`, so that the chat template leaves the message open. */
  | 'continue-final-message'

/** What is known of a model. */
export interface ModelProfile {
  prefill: Prefill
}

interface Rule extends Partial<ModelProfile> {
  /** The id of the service. Default: every service. */
  service?: string
  /** Tested with the model's name. Default: every model. */
  model?: RegExp
}

/** What holds for a model that no rule knows. */
const unknownModel: ModelProfile = { prefill: 'none' }

/** Every rule that matches counts; a later one takes precedence. docs/models.md names the sources. */
const rules: readonly Rule[] = [
  { service: 'mistral', prefill: 'prefix' },
  { service: 'deepseek', prefill: 'prefix' },
  { service: 'ollama', prefill: 'trailing' },
  { service: 'llama-cpp', prefill: 'trailing' },
  { service: 'koboldcpp', prefill: 'trailing' },
  { service: 'vllm', prefill: 'continue-final-message' },
  // Claude 4.6 and later reject a request that ends with an assistant message.
  { service: 'anthropic', model: /claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8}|$))/, prefill: 'trailing' },
  { service: 'openrouter', model: /claude-(?:3|(?:opus|sonnet|haiku)-4(?:\.[0-5])?(?::|$))/, prefill: 'trailing' },
]

export function findProfile(serviceId: string, model: string): ModelProfile {
  const profile = { ...unknownModel }
  for (const { service, model: names, ...facts } of rules) {
    if ((service === undefined || service === serviceId) && (names?.test(model) ?? true)) Object.assign(profile, facts)
  }
  return profile
}
