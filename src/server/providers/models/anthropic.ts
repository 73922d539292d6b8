import { isBlank } from '#engine/is-blank.ts'
import { asRecord } from '#engine/json-values.ts'
import { parseObject } from './http/reply-reader.ts'
import type { Progress } from './http/upstream-call.ts'
import { ErrorResponse, InvalidReplyError } from './http/upstream-error.ts'
import { toMarkedParts } from './messages/to-messages.ts'
import { type Json, type Protocol, parseTokenCount, ReplyParser, temperatureOf, withoutRejected } from './protocol.ts'
import type { ModelResult } from './provider.ts'

/** Anthropic's Messages API: separate system texts, strict roles, and marks that say which part to cache. */
export const anthropic: Protocol = {
  path: () => '/messages',
  authorization: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  createParser: (filter) => new AnthropicMessageParser(filter),
  createBody(target, request) {
    const { profile, learned, model, replyTokens } = target
    const { system, messages } = toMarkedParts(target, request)
    // The API rejects stop texts of white space. ReplyFilter checks all stop texts in any case.
    const stops = (request.stop ?? []).filter((stop) => !isBlank(stop))
    const fields = {
      ...(profile.temperature === null ? {} : { temperature: temperatureOf(profile, request) }),
      ...(stops.length > 0 && !learned.thinks(profile) ? { stop_sequences: stops } : {}),
      ...(request.playerKey === undefined ? {} : { metadata: { user_id: request.playerKey } }),
      ...learned.thinkingFields(profile),
    }
    return {
      model,
      max_tokens: replyTokens,
      stream: true,
      ...(system.length === 0 ? {} : { system }),
      messages,
      ...withoutRejected(fields, learned),
    }
  },
}

/** Stop reasons other than `end_turn` and `stop_sequence`. */
const finishes: Readonly<Record<string, ModelResult['finish']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filter',
}

/**
 * Parses a reply of Anthropic's `/messages`, as an event stream or as one document. Every field may be missing or have another
 * type.
 */
class AnthropicMessageParser extends ReplyParser {
  onEvent(data: string): void {
    const { type, message, content_block, delta, usage } = parseObject(data)
    const { text, thinking, stop_reason } = asRecord(delta)
    switch (type) {
      case 'message_start':
        this.#updateUsage(asRecord(message).usage)
        break
      case 'content_block_start':
        this.addText(asRecord(content_block).text)
        break
      case 'content_block_delta':
        this.addText(text)
        this.addThinking(thinking)
        break
      case 'message_delta':
        this.#updateUsage(usage)
        if (stop_reason) this.#setFinish(stop_reason, 'finishing')
        break
      case 'message_stop':
        this.progress = 'complete'
        break
      case 'error':
        throw new ErrorResponse(200, data)
    }
    if (this.filter.cut !== null) this.progress = 'stopped'
  }

  onDocument(document: Json): void {
    const { type, content, usage, stop_reason } = document
    if (type === 'error' || 'error' in document) throw new ErrorResponse(200, JSON.stringify(document))
    if (!Array.isArray(content)) throw new InvalidReplyError('a document without a reply')
    for (const block of content) this.addText(asRecord(block).text)
    this.#updateUsage(usage)
    this.#setFinish(stop_reason, 'complete')
  }

  #setFinish(reason: unknown, progress: Progress): void {
    this.finish = finishes[String(reason)] ?? 'stop'
    this.progress = progress
  }

  /**
   * The first event has the usage of the prompt, the last one that of the reply. `input_tokens` excludes cached ones.
   */
  #updateUsage(value: unknown): void {
    if (!value) return
    const usage = asRecord(value)
    if (parseTokenCount(asRecord(usage.output_tokens_details).thinking_tokens) > 0) this.filter.markThought()
    const cachedTokens = parseTokenCount(usage.cache_read_input_tokens)
    const promptTokens =
      parseTokenCount(usage.input_tokens) + parseTokenCount(usage.cache_creation_input_tokens) + cachedTokens
    const before = this.usage
    this.usage = {
      promptTokens: Math.max(promptTokens, before?.promptTokens ?? 0),
      cachedTokens: Math.max(cachedTokens, before?.cachedTokens ?? 0),
      replyTokens: parseTokenCount(usage.output_tokens),
    }
  }
}
