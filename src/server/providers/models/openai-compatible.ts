import { asRecord } from '#engine/json-values.ts'
import { parseJson } from './http/reply-reader.ts'
import { ErrorResponse, InvalidReplyError } from './http/upstream-error.ts'
import { prefillOf, toMarkedParts, toMessages } from './messages/to-messages.ts'
import {
  type Protocol,
  parseTokenCount,
  ReplyParser,
  samplerFields,
  stopsOf,
  type Target,
  withoutRejected,
} from './protocol.ts'
import type { ModelRequest, ModelResult, ModelUsage } from './provider.ts'

const completions = '/chat/completions'

/** OpenAI's `/chat/completions`, which most services support. `profile-rules.ts` has their differences. */
export const openAiCompatible: Protocol = {
  path: (target, request) =>
    prefillOf(target, request) === null ? completions : (target.profile.prefillPath ?? completions),
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  createParser: (filter) => new ChatCompletionParser(filter),
  createBody(target, request) {
    const { learned, model } = target
    const fields = optionalFields(target, request)
    if (learned.facts.rejectedFields?.includes('max_tokens')) fields.max_completion_tokens = target.replyTokens
    const messages = target.profile.marksCache ? toMarkedMessages(target, request) : toMessages(target, request)
    return { model, ...messages, stream: true, ...withoutRejected(fields, learned) }
  },
}

/** Messages with marks that say which part to cache, as OpenRouter passes them on to Claude. */
function toMarkedMessages(target: Target, request: ModelRequest): Record<string, unknown> {
  const { system, messages } = toMarkedParts(target, request)
  return { messages: system.length === 0 ? messages : [{ role: 'system', content: system }, ...messages] }
}

/** Fields that a server may reject; the request is then sent without them. */
function optionalFields(target: Target, request: ModelRequest): Record<string, unknown> {
  const { profile, learned, replyTokens } = target
  const { seed, conversationKey, playerKey } = request
  const stops = stopsOf(target, request)
  return {
    ...samplerFields(target, request),
    [profile.maxTokensField]: replyTokens,
    ...(stops.length > 0 ? { stop: stops } : {}),
    ...(seed === undefined ? {} : { [profile.seedField]: seed }),
    stream_options: { include_usage: true },
    ...(profile.conversationField && conversationKey ? { [profile.conversationField]: conversationKey } : {}),
    ...(profile.playerField && playerKey ? { [profile.playerField]: playerKey } : {}),
    ...learned.thinkingFields(profile),
  }
}

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
class ChatCompletionParser extends ReplyParser {
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
    const { type, text, thinking } = asRecord(part)
    if (type === 'text' && typeof text === 'string') this.filter.add(text)
    if (type === 'thinking') this.filter.addThinking(JSON.stringify(thinking ?? '').length)
  }

  #setUsage(usage: NonNullable<Chunk['usage']>): void {
    this.usage = parseUsage(usage)
    if (parseTokenCount(usage.completion_tokens_details?.reasoning_tokens) > 0) this.filter.markThought()
  }
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
