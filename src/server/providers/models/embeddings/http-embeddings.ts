import { z } from 'zod'
import { Upstream } from '../http/upstream.ts'
import { ConfigurationError, InvalidReplyError } from '../http/upstream-error.ts'
import { parseModelList } from '../model-list.ts'
import type { EmbeddedTexts, Embeddings } from './embeddings.ts'

const EmbeddingResponse = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()).min(2) })),
})

/** Parts of the names of models that embed. */
const embeds = /embed|bge-|gte-|e5-|minilm/i

/** Milliseconds for which it is remembered that a server has no model that embeds. */
const unavailableMs = 10 * 60_000

interface HttpEmbeddingsOptions {
  id: string
  upstream: Upstream
  /** Null: the first listed model whose name is that of an embedding model. */
  model: string | null
  now: () => number
}

/** OpenAI's `POST /embeddings`, which Ollama and most servers speak too. */
export class HttpEmbeddings implements Embeddings {
  readonly id: string
  readonly #options: HttpEmbeddingsOptions
  #model: string | null
  #unavailableUntil = 0

  constructor(options: HttpEmbeddingsOptions) {
    this.id = `${options.id}/${options.model ?? ''}`
    this.#options = options
    this.#model = options.model
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts> {
    const { upstream, id, now } = this.#options
    if (now() < this.#unavailableUntil) throw new ConfigurationError('model', 'the service offers no embeddings')
    this.#model ??= await this.#findModel(signal)
    const model = this.#model
    const body = await upstream.postJson('/embeddings', { model, input: texts, encoding_format: 'float' }, signal)
    const parsed = EmbeddingResponse.safeParse(body)
    if (!parsed.success || parsed.data.data.length !== texts.length) {
      throw new InvalidReplyError('the answer is not one of OpenAI’s embeddings')
    }
    const inOrder = parsed.data.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    const vectors = inOrder.map(({ embedding }) => embedding)
    return { space: `${id}/${model}/${vectors[0]?.length ?? 0}`, vectors }
  }

  close(): Promise<void> {
    return this.#options.upstream.close()
  }

  async #findModel(signal: AbortSignal): Promise<string> {
    const { upstream, now } = this.#options
    const models = parseModelList(await upstream.getJson('/models', signal))
    const model = models?.find(({ id }) => embeds.test(id))
    if (model) return model.id
    this.#unavailableUntil = now() + unavailableMs
    throw new ConfigurationError('model', 'the server lists no model that embeds')
  }
}

/** A service that only embeds. */
export function connectEmbeddings(
  { baseUrl, apiKey, model }: { baseUrl: string; apiKey: string | undefined; model: string | null },
  now: () => number,
): HttpEmbeddings {
  const authorization: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization }
  return new HttpEmbeddings({ id: baseUrl, upstream: new Upstream({ baseUrl, headers }), model, now })
}
