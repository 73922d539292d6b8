/** A service known by name: where it is, and only what sets it apart from OpenAI's own protocol. */
export interface Service {
  id: string
  /** For people. */
  label: string
  baseUrl: string
  /** OpenAI's unless said otherwise. */
  protocol?: 'anthropic'
  /** The environment variable that holds its key; without one the service needs no key. */
  keyVariable?: string
  /** Used when no model is named; without one, the first chat model it lists. */
  defaultModel?: string
  /** Its usual window, where that differs from our default. */
  contextTokens?: number
  /** For services on this machine: where they listen. */
  localPort?: number
  /** Model names that only this service would know. */
  models?: RegExp
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  seedField?: 'seed' | 'random_seed'
  temperatureMax?: number
  headers?: Record<string, string>
  /** Sent along until the service refuses it: mostly to keep thinking short, which is paid out of the reply's tokens. */
  extra?: Record<string, unknown>
}

/** A server of which only the address is known. */
export const anyService: Service = { id: 'openai-compatible', label: 'OpenAI-compatible server', baseUrl: '' }

/** In the order in which their keys are looked for. */
export const hostedServices: readonly Service[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    defaultModel: 'gpt-6-luna',
    models: /^(?:gpt-|o\d|chatgpt-)/,
    maxTokensField: 'max_completion_tokens',
    extra: { reasoning_effort: 'low' },
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    protocol: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    defaultModel: 'claude-haiku-4-5',
    models: /^claude-/,
    temperatureMax: 1,
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    defaultModel: 'openrouter/auto',
    models: /^[\w.-]+\/[\w.:-]+$/,
    headers: { 'x-title': 'Troupe' },
  },
  {
    id: 'gemini',
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    defaultModel: 'gemini-flash-latest',
    models: /^(?:models\/)?gemini-/,
    extra: { reasoning_effort: 'low' },
  },
  {
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    defaultModel: 'mistral-medium-latest',
    models: /^(?:open-)?(?:mistral|ministral|magistral|mixtral)-/,
    seedField: 'random_seed',
    temperatureMax: 1.5,
  },
  {
    id: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    defaultModel: 'deepseek-flash',
    models: /^deepseek-/,
    extra: { thinking: { type: 'disabled' } },
  },
  {
    id: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    defaultModel: 'openai/gpt-oss-120b',
    models: /^(?:openai\/gpt-oss|llama-|groq\/)/,
    extra: { reasoning_effort: 'low' },
  },
]

/** In the order in which they are looked for. */
export const localServices: readonly Service[] = [
  // Ollama cuts prompts at its own default window without saying so.
  { id: 'ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', localPort: 11434, contextTokens: 4096 },
  { id: 'lm-studio', label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', localPort: 1234 },
  { id: 'llama-cpp', label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', localPort: 8080 },
  { id: 'koboldcpp', label: 'KoboldCpp', baseUrl: 'http://127.0.0.1:5001/v1', localPort: 5001 },
  { id: 'vllm', label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]

/** The known service an address belongs to, so that its differences apply however it was named. */
export function serviceAt(baseUrl: string): Service {
  const { host, port } = new URL(baseUrl)
  const hosted = hostedServices.find((service) => new URL(service.baseUrl).host === host)
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal)(?::|$)/.test(host)
  const local = isLocal
    ? localServices.find((service) => service.localPort !== undefined && `${service.localPort}` === port)
    : undefined
  return hosted ?? local ?? anyService
}
