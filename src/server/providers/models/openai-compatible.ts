import { asList, asRecord } from '#engine/json-values.ts'
import { parseObject } from './http/reply-reader.ts'
import { ErrorResponse, InvalidReplyError } from './http/upstream-error.ts'
import { prefillOf, toMarkedParts, toMessages } from './messages/to-messages.ts'
import {
  type Json,
  type Protocol,
  parseTokenCount,
  ReplyParser,
  samplerFields,
  stopsOf,
  type Target,
  withoutRejected,
} from './protocol.ts'
import type { ModelRequest, ModelResult } from './provider.ts'

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

/**
 * Parses a reply of OpenAI's `/chat/completions`, as an event stream or as one document. Every field may be missing or have
 * another type.
 */
class ChatCompletionParser extends ReplyParser {
  #isRefused = false

  onEvent(data: string): void {
    if (data === '[DONE]') {
      this.progress = 'complete'
      return
    }
    this.#onChunk(parseObject(data), data)
  }

  onDocument(document: Json): void {
    this.#onChunk(document, JSON.stringify(document))
    if (this.progress === 'reading' && this.filter.isBlank) throw new InvalidReplyError('a document without a reply')
    this.progress = 'complete'
  }

  #onChunk({ error, choices, usage }: Json, source: string): void {
    if (error !== undefined && error !== null) throw new ErrorResponse(200, source)
    const { delta, message, finish_reason } = asRecord(asList(choices)[0])
    this.#onDelta(asRecord(delta ?? message))
    if (finish_reason) this.#setFinish(finish_reason)
    if (usage) this.#setUsage(asRecord(usage))
    if (this.filter.cut !== null) this.progress = 'stopped'
  }

  #onDelta({ content, reasoning_content, reasoning, refusal }: Json): void {
    this.addText(content)
    for (const part of asList(content)) this.#onPart(asRecord(part))
    this.addThinking(reasoning_content ?? reasoning)
    if (typeof refusal === 'string' && refusal !== '') this.#isRefused = true
  }

  #setFinish(reason: unknown): void {
    // Gemini adds its own reason: `content_filter: PROHIBITED_CONTENT`.
    const finish = finishes[String(reason).toLowerCase().split(':')[0] ?? ''] ?? 'stop'
    if (finish === 'error') throw new InvalidReplyError(`the service ended the reply with an error (${reason})`)
    this.finish = this.#isRefused ? 'filter' : finish
    this.progress = 'finishing'
  }

  /** A part of the content: text, or thinking (Mistral). */
  #onPart({ type, text, thinking }: Json): void {
    if (type === 'text') this.addText(text)
    if (type === 'thinking') this.filter.addThinking(JSON.stringify(thinking ?? '').length)
  }

  #setUsage(usage: Json): void {
    const { reasoning_tokens } = asRecord(usage.completion_tokens_details)
    // DeepSeek and Mistral have names of their own for cached tokens.
    const { cached_tokens } = asRecord(usage.prompt_tokens_details)
    this.usage = {
      promptTokens: parseTokenCount(usage.prompt_tokens),
      replyTokens: parseTokenCount(usage.completion_tokens),
      cachedTokens: parseTokenCount(cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.num_cached_tokens),
    }
    if (parseTokenCount(reasoning_tokens) > 0) this.filter.markThought()
  }
}
