import { parseJson } from './http/reply-reader.ts'
import type { Progress } from './http/upstream-call.ts'
import { BrokenReply, UpstreamRefusal } from './http/upstream-error.ts'
import type { HeardReply } from './http-model.ts'
import type { ModelResult, ModelUsage } from './provider.ts'
import type { ReplyText } from './reply-filters/reply-text.ts'

/** What we look at of a chunk. Nothing of it can be relied upon, so every part may be missing. */
interface Chunk {
  error?: unknown
  choices?: ({ delta?: Said | null; message?: Said | null; finish_reason?: unknown } | null)[]
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: { cached_tokens?: unknown } | null
    /** DeepSeek's name for cached tokens. */
    prompt_cache_hit_tokens?: unknown
  } | null
}

interface Said {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
}

/** OpenAI's `/chat/completions`, as it streams and as one document. */
export class ChatCompletion implements HeardReply {
  readonly #text: ReplyText
  progress: Progress = 'reading'
  usage: ModelUsage | null = null
  finish: ModelResult['finish'] = 'stop'

  constructor(text: ReplyText) {
    this.#text = text
  }

  onEvent(data: string): void {
    if (data === '[DONE]') {
      this.progress = 'complete'
      return
    }
    this.#take(parseJson(data), data)
  }

  onDocument(document: unknown): void {
    this.#take(document, JSON.stringify(document))
    if (this.progress === 'reading' && this.#text.blank) throw new BrokenReply('a document without a reply')
    this.progress = 'complete'
  }

  #take(value: unknown, source: string): void {
    if (typeof value !== 'object' || value === null) throw new BrokenReply('not an object', { cause: source })
    const chunk = value as Chunk
    if (chunk.error !== undefined && chunk.error !== null) throw new UpstreamRefusal(200, source)
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    const said = choice?.delta ?? choice?.message
    if (said !== undefined && said !== null) this.#hear(said)
    if (choice?.finish_reason) this.#ended(choice.finish_reason)
    if (chunk.usage) this.usage = usageOf(chunk.usage)
    if (this.#text.cut !== null) this.progress = 'enough'
  }

  #hear(said: Said): void {
    const { content } = said
    if (typeof content === 'string') {
      if (content !== '') this.#text.add(content)
    } else if (Array.isArray(content)) {
      this.#text.add(content.map(textOfPart).join(''))
    }
    const thought = said.reasoning_content ?? said.reasoning
    if (typeof thought === 'string') this.#text.unspoken(thought.length)
  }

  #ended(reason: unknown): void {
    if (reason === 'error') throw new BrokenReply('the upstream gave up amid the reply')
    this.finish = reason === 'content_filter' ? 'filter' : reason === 'length' ? 'length' : 'stop'
    this.progress = 'ending'
  }
}

/** Content in parts: only text parts are speech. */
function textOfPart(part: unknown): string {
  const { type, text } = (typeof part === 'object' && part !== null ? part : {}) as { type?: unknown; text?: unknown }
  return type === 'text' && typeof text === 'string' ? text : ''
}

function usageOf(usage: NonNullable<Chunk['usage']>): ModelUsage {
  return {
    promptTokens: count(usage.prompt_tokens),
    replyTokens: count(usage.completion_tokens),
    cachedTokens: count(usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens),
  }
}

/** A token count as reported, or 0 for nonsense. */
export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
