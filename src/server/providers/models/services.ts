/** A known service: its address, and its differences from OpenAI's own API. */
export interface Service {
  id: string
  /** The name users see. */
  label: string
  baseUrl: string
  /** Default: OpenAI's. */
  protocol?: 'anthropic'
  /** The environment variable of its API key. A service without one needs no key. */
  keyVariable?: string
  /** Used without MODEL_NAME. Default: the first chat model that the service lists. */
  defaultModel?: string
  /** Its context window, if it differs from our default. */
  contextTokens?: number
  /** Whether the server runs on hardware of the operator's and may have to load the model first. */
  isLocal?: true
  /** The path of a request that goes on inside a reply. A `^` stands for the base URL without its `/v1`. */
  prefillPath?: string
  /** The default port of a local service. */
  localPort?: number
  /** Names that only models of this service have. */
  modelNames?: RegExp
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  seedField?: 'seed' | 'random_seed'
  temperatureMax?: number
  headers?: Record<string, string>
  /** Sent until the service rejects them. Most limit thinking, which counts towards the tokens of the reply. */
  extraParams?: Record<string, unknown>
}

/** A server that is none of the known services. */
export const unknownService: Service = { id: 'openai-compatible', label: 'OpenAI-compatible server', baseUrl: '' }

/** In the order in which their API keys are looked up. */
export const hostedServices: readonly Service[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    defaultModel: 'gpt-6-luna',
    modelNames: /^(?:gpt-|o\d|chatgpt-)/,
    maxTokensField: 'max_completion_tokens',
    extraParams: { reasoning_effort: 'low' },
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    protocol: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    defaultModel: 'claude-haiku-4-5',
    modelNames: /^claude-/,
    temperatureMax: 1,
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    defaultModel: 'openrouter/auto',
    modelNames: /^[\w.-]+\/[\w.:-]+$/,
    headers: { 'x-title': 'Troupe' },
  },
  {
    id: 'gemini',
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    defaultModel: 'gemini-flash-latest',
    modelNames: /^(?:models\/)?gemini-/,
    extraParams: { reasoning_effort: 'low' },
  },
  {
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    defaultModel: 'mistral-medium-latest',
    modelNames: /^(?:open-)?(?:mistral|ministral|magistral|mixtral)-/,
    seedField: 'random_seed',
    temperatureMax: 1.5,
  },
  {
    id: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    defaultModel: 'deepseek-flash',
    prefillPath: '^/beta/chat/completions',
    modelNames: /^deepseek-/,
    extraParams: { thinking: { type: 'disabled' } },
  },
  {
    id: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    defaultModel: 'openai/gpt-oss-120b',
    modelNames: /^(?:openai\/gpt-oss|llama-|groq\/)/,
    extraParams: { reasoning_effort: 'low' },
  },
]

/** In the order in which they are detected. */
export const localServices: readonly Service[] = [
  // Ollama truncates prompts to its default window of 4096 tokens without an error.
  {
    id: 'ollama',
    isLocal: true,
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    localPort: 11434,
    contextTokens: 4096,
  },
  { id: 'lm-studio', isLocal: true, label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', localPort: 1234 },
  { id: 'llama-cpp', isLocal: true, label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', localPort: 8080 },
  { id: 'koboldcpp', isLocal: true, label: 'KoboldCpp', baseUrl: 'http://127.0.0.1:5001/v1', localPort: 5001 },
  { id: 'vllm', isLocal: true, label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]

/** The known service at an address, so that its differences apply to MODEL_BASE_URL too. */
export function findServiceAt(baseUrl: string): Service {
  const { host, port } = new URL(baseUrl)
  const hosted = hostedServices.find((service) => new URL(service.baseUrl).host === host)
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal)(?::|$)/.test(host)
  const local = isLocal
    ? localServices.find((service) => service.localPort !== undefined && `${service.localPort}` === port)
    : undefined
  return hosted ?? local ?? unknownService
}
