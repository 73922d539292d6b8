/** A known service and its address. `profile-rules.ts` has what is known of its models. */
export interface Service {
  id: string
  /** The name users see. */
  label: string
  baseUrl: string
  /** Default: OpenAI's. */
  protocol?: 'anthropic' | 'ollama'
  /** The environment variable of its API key. A service without one needs no key. */
  keyVariable?: string
  /** Used without MODEL_NAME. Default: the first chat model that the service lists. */
  defaultModel?: string
  /** Whether the server runs on the operator's own hardware and may have to load the model first. */
  isLocal?: true
  /** The default port of a local service. */
  localPort?: number
  /** Names that only models of this service have. */
  modelNames?: RegExp
  headers?: Record<string, string>
}

/** A server that is none of the known services. */
export const unknownService: Service = { id: 'openai-compatible', label: 'OpenAI-compatible server', baseUrl: '' }

/**
 * In the order in which their API keys are looked up. Default models, and the rules about them in `profile-rules.ts`, were
 * last compared with the services' newest client libraries on 2026-11-26 (docs/models.md).
 */
export const hostedServices: readonly (Service & { keyVariable: string })[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    defaultModel: 'gpt-6-luna',
    modelNames: /^(?:gpt-|o\d|chatgpt-)/,
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    protocol: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    defaultModel: 'claude-haiku-5-5',
    modelNames: /^claude-/,
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
  },
  {
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    defaultModel: 'mistral-medium-latest',
    modelNames: /^(?:open-)?(?:mistral|ministral|magistral|mixtral)-/,
  },
  {
    id: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    defaultModel: 'deepseek-flash',
    modelNames: /^deepseek-/,
  },
  {
    id: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    defaultModel: 'openai/gpt-oss-120b',
    modelNames: /^(?:openai\/gpt-oss|llama-|groq\/)/,
  },
]

/** In the order in which they are detected. */
export const localServices: readonly Service[] = [
  {
    id: 'ollama',
    label: 'Ollama',
    isLocal: true,
    protocol: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    localPort: 11434,
  },
  { id: 'lm-studio', isLocal: true, label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', localPort: 1234 },
  { id: 'llama-cpp', isLocal: true, label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', localPort: 8080 },
  { id: 'koboldcpp', isLocal: true, label: 'KoboldCpp', baseUrl: 'http://127.0.0.1:5001/v1', localPort: 5001 },
  { id: 'vllm', isLocal: true, label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]

/** A GGUF file in the data folder, run by a process of this server. Its address is never called. */
export const localModelService: Service = {
  id: 'local-model',
  label: 'A model on this machine',
  baseUrl: 'http://localhost/local-model',
  isLocal: true,
}

const privateHost =
  /^(?:localhost|127\.[\d.]+|\[(?:::1|f[cd][\da-f:]+)\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|[\w-]+|[\w.-]+\.(?:local|lan|internal|home\.arpa))$/

/** The known service at an address, so that what is known of it applies to MODEL_BASE_URL too. */
export function findServiceAt(baseUrl: string): Service {
  const { host, hostname, port } = new URL(baseUrl)
  const hosted = hostedServices.find((service) => new URL(service.baseUrl).host === host)
  if (hosted !== undefined || !privateHost.test(hostname)) return hosted ?? unknownService
  const local = localServices.find(({ localPort }) => localPort !== undefined && `${localPort}` === port)
  return local ?? { ...unknownService, isLocal: true }
}
