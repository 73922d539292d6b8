import { asRecord } from '#engine/json-values.ts'
import { parseObject } from './http/reply-reader.ts'
import { ErrorResponse } from './http/upstream-error.ts'
import { toMessages } from './messages/to-messages.ts'
import {
  type Json,
  type Protocol,
  parseTokenCount,
  ReplyParser,
  samplerFields,
  stopsOf,
  withoutRejected,
} from './protocol.ts'

/**
 * Ollama's own `/api/chat`. Its OpenAI-compatible path has no `num_ctx`: there, Ollama cuts the beginning of a prompt
 * that is longer than its default window, without an error.
 */
export const ollama: Protocol = {
  path: () => '^/api/chat',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  createParser: (filter) => new OllamaChatParser(filter),
  createBody(target, request) {
    const { model, profile, learned, replyTokens, windowTokens } = target
    const stops = stopsOf(target, request)
    return {
      model,
      ...toMessages(target, request),
      stream: true,
      ...withoutRejected(learned.thinkingFields(profile), learned),
      options: {
        ...samplerFields(target, request),
        num_ctx: windowTokens,
        num_predict: replyTokens,
        ...(stops.length > 0 ? { stop: stops } : {}),
        seed: request.seed,
      },
    }
  },
}

/**
 * Parses a reply of Ollama's `/api/chat`: one JSON object in each line, the last one with the usage. Every field may be missing or
 * have another type.
 */
class OllamaChatParser extends ReplyParser {
  readonly isLines = true

  onEvent(data: string): void {
    this.onDocument(parseObject(data))
  }

  onDocument(line: Json): void {
    const { error, message } = line
    if (error !== undefined && error !== null) throw new ErrorResponse(200, JSON.stringify(line))
    const { content, thinking } = asRecord(message)
    this.addThinking(thinking)
    this.addText(content)
    if (line.done === true) this.#finish(line)
    if (this.filter.cut !== null) this.progress = 'stopped'
  }

  #finish(line: Json): void {
    this.finish = line.done_reason === 'length' ? 'length' : 'stop'
    const promptTokens = parseTokenCount(line.prompt_eval_count)
    this.usage = { promptTokens, replyTokens: parseTokenCount(line.eval_count), cachedTokens: 0 }
    this.progress = 'complete'
  }
}
