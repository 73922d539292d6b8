import { asRecord } from '#engine/json-values.ts'
import type { Prices } from '#shared/models.ts'
import type { Upstream } from './http/upstream.ts'
import { UpstreamError } from './http/upstream-error.ts'

export interface ListedModel {
  id: string
  /** The context window that the server states, or null. */
  contextTokens: number | null
  /** As the server lists them (OpenRouter); null: it does not. */
  prices?: Prices | null
}

/** Parts of the names of models that do not generate text. */
const notForChat =
  /embed|bge-|gte-|e5-|minilm|rerank|whisper|\btts\b|speech|transcri|moderation|guard|dall-e|image|diffusion|clip\b|ocr/i

/** The fields of the context window: vLLM, OpenRouter, Groq, LM Studio; llama.cpp has `meta.n_ctx`. */
const contextFields = ['max_model_len', 'context_length', 'context_window', 'max_context_length']

/** Parses the response of `/models`; null if it is not a list of models. */
export function parseModelList(response: unknown): ListedModel[] | null {
  const { data } = asRecord(response)
  if (!Array.isArray(data)) return null
  return data.map(asRecord).flatMap((fields) => {
    const { id, meta, pricing } = fields
    if (typeof id !== 'string') return []
    const tokens = [...contextFields.map((field) => fields[field]), asRecord(meta).n_ctx].find(Number.isSafeInteger)
    return [{ id, contextTokens: Number(tokens) > 0 ? Number(tokens) : null, prices: parsePrices(pricing) }]
  })
}

/** Dollars per token in text, as OpenRouter lists them; -1 stands for a price that varies. */
function parsePrices(pricing: unknown): Prices | null {
  const { prompt, completion, input_cache_read: read } = asRecord(pricing)
  const [input, output, cached] = [prompt, completion, read ?? prompt].map((price) =>
    typeof price === 'string' ? Math.round(Number(price) * 1e10) / 1e4 : Number.NaN,
  )
  if (!isPrice(input) || !isPrice(output)) return null
  return { input, output, cached: isPrice(cached) ? cached : input }
}

const isPrice = (price: number | undefined): price is number => price !== undefined && price >= 0

export function isChatModel(id: string): boolean {
  return !notForChat.test(id)
}

/** The first chat model that a server lists, for operators who set its address without a model's name. */
export async function findFirstChatModel(upstream: Upstream, signal: AbortSignal): Promise<string> {
  const models = parseModelList(await upstream.getJson('/models', signal))
  const model = models?.find(({ id }) => isChatModel(id))
  if (model === undefined)
    throw new UpstreamError('config_error', 'model', 'the server lists no chat model: set MODEL_NAME')
  return model.id
}
