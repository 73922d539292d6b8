import { parseJson } from './http/reply-reader.ts'
import { ErrorResponse, InvalidReplyError } from './http/upstream-error.ts'
import type { ModelResult, ModelUsage } from './provider.ts'
import { parseTokenCount, ReplyParser } from './reply-parser.ts'

/** The fields we read of a chunk. Every field may be missing or have another type. */
interface Chunk {
  error?: unknown
  choices?: ({ delta?: Delta | null; message?: Delta | null; finish_reason?: unknown } | null)[]
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    completion_tokens_details?: { reasoning_tokens?: unknown } | null
    prompt_tokens_details?: { cached_tokens?: unknown } | null
    /** DeepSeek's name for cached tokens. */
    prompt_cache_hit_tokens?: unknown
    /** Mistral's name for them. */
    num_cached_tokens?: unknown
  } | null
}

interface Delta {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
  refusal?: unknown
}

/** Finish reasons other than `stop`, in lower case. Gemini sends its own in upper case. */
const finishes: Readonly<Record<string, ModelResult['finish'] | 'error'>> = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'filter',
  refusal: 'filter',
  safety: 'filter',
  prohibited_content: 'filter',
  blocklist: 'filter',
  recitation: 'filter',
  spii: 'filter',
  error: 'error',
  insufficient_system_resource: 'error',
}

/** Parses a reply of OpenAI's `/chat/completions`, as an event stream or as one document. */
export class ChatCompletionParser extends ReplyParser {
  #isRefused = false

  onEvent(data: string): void {
    if (data === '[DONE]') {
      this.progress = 'complete'
      return
    }
    this.#onChunk(parseJson(data), data)
  }

  onDocument(document: unknown): void {
    this.#onChunk(document, JSON.stringify(document))
    if (this.progress === 'reading' && this.filter.isBlank) throw new InvalidReplyError('a document without a reply')
    this.progress = 'complete'
  }

  #onChunk(value: unknown, source: string): void {
    if (typeof value !== 'object' || value === null) throw new InvalidReplyError('not an object', { cause: source })
    const chunk = value as Chunk
    if (chunk.error !== undefined && chunk.error !== null) throw new ErrorResponse(200, source)
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    const delta = choice?.delta ?? choice?.message
    if (delta !== undefined && delta !== null) this.#onDelta(delta)
    if (choice?.finish_reason) this.#setFinish(choice.finish_reason)
    if (chunk.usage) this.#setUsage(chunk.usage)
    if (this.filter.cut !== null) this.progress = 'stopped'
  }

  #onDelta(delta: Delta): void {
    const { content } = delta
    if (typeof content === 'string') {
      if (content !== '') this.filter.add(content)
    } else if (Array.isArray(content)) {
      for (const part of content) this.#onPart(part)
    }
    const thinking = delta.reasoning_content ?? delta.reasoning
    if (typeof thinking === 'string') this.filter.addThinking(thinking.length)
    if (typeof delta.refusal === 'string' && delta.refusal !== '') this.#isRefused = true
  }

  #setFinish(reason: unknown): void {
    // Gemini adds its own reason: `content_filter: PROHIBITED_CONTENT`.
    const finish = finishes[String(reason).toLowerCase().split(':')[0] ?? ''] ?? 'stop'
    if (finish === 'error') throw new InvalidReplyError(`the service ended the reply with an error (${reason})`)
    this.finish = this.#isRefused ? 'filter' : finish
    this.progress = 'finishing'
  }

  /** A part of the content: text, or thinking (Mistral). */
  #onPart(part: unknown): void {
    const { type, text, thinking } = (typeof part === 'object' && part !== null ? part : {}) as Part
    if (type === 'text' && typeof text === 'string') this.filter.add(text)
    if (type === 'thinking') this.filter.addThinking(JSON.stringify(thinking ?? '').length)
  }

  #setUsage(usage: NonNullable<Chunk['usage']>): void {
    this.usage = parseUsage(usage)
    if (parseTokenCount(usage.completion_tokens_details?.reasoning_tokens) > 0) this.filter.markThought()
  }
}

interface Part {
  type?: unknown
  text?: unknown
  thinking?: unknown
}

function parseUsage(usage: NonNullable<Chunk['usage']>): ModelUsage {
  return {
    promptTokens: parseTokenCount(usage.prompt_tokens),
    replyTokens: parseTokenCount(usage.completion_tokens),
    cachedTokens: parseTokenCount(
      usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.num_cached_tokens,
    ),
  }
}
