import type { Upstream } from './http/upstream.ts'
import { Misconfigured } from './http/upstream-error.ts'

export interface ListedModel {
  id: string
  /** The window the server says it has, where it says. */
  contextTokens: number | null
}

/** Models that answer with something other than prose. */
const notForChat =
  /embed|bge-|gte-|e5-|minilm|rerank|whisper|\btts\b|speech|transcri|moderation|guard|dall-e|image|diffusion|clip\b|ocr/i

/** Names of the window's size: vLLM, OpenRouter, Groq, LM Studio. */
const windowFields = ['max_model_len', 'context_length', 'context_window', 'max_context_length']

/** Reads what `/models` answers; null when that is no list of models. */
export function readModelList(answer: unknown): ListedModel[] | null {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
  if (!Array.isArray(data)) return null
  const models: ListedModel[] = []
  for (const entry of data as unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || typeof entry.id !== 'string') continue
    const fields = entry as Record<string, unknown>
    const window = windowFields.map((field) => fields[field]).find((value) => Number.isSafeInteger(value))
    models.push({ id: entry.id, contextTokens: typeof window === 'number' && window > 0 ? window : null })
  }
  return models
}

export function isChatModel(id: string): boolean {
  return !notForChat.test(id)
}

/** The first chat model a server lists, for operators who gave its address and no model's name. */
export async function firstChatModel(upstream: Upstream, signal: AbortSignal): Promise<string> {
  const models = readModelList(await upstream.getJson('/models', signal))
  const found = models?.find(({ id }) => isChatModel(id))
  if (found === undefined) throw new Misconfigured('the server lists no chat model: set MODEL_NAME')
  return found.id
}
