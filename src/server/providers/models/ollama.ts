import { parseJson } from './http/reply-reader.ts'
import { ErrorResponse, InvalidReplyError } from './http/upstream-error.ts'
import { toMessages } from './messages/to-messages.ts'
import { type Protocol, parseTokenCount, ReplyParser, samplerFields, stopsOf, withoutRejected } from './protocol.ts'

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

/** The fields we read of a line. Every field may be missing or have another type. */
interface Line {
  error?: unknown
  message?: { content?: unknown; thinking?: unknown } | null
  done?: unknown
  done_reason?: unknown
  prompt_eval_count?: unknown
  eval_count?: unknown
}

/** Parses a reply of Ollama's `/api/chat`: one JSON object in each line, the last one with the usage. */
class OllamaChatParser extends ReplyParser {
  readonly isLines = true

  onEvent(data: string): void {
    this.onDocument(parseJson(data))
  }

  onDocument(value: unknown): void {
    if (typeof value !== 'object' || value === null) throw new InvalidReplyError('not an object')
    const line = value as Line
    if (line.error !== undefined && line.error !== null) throw new ErrorResponse(200, JSON.stringify(line))
    const { content, thinking } = line.message ?? {}
    if (typeof thinking === 'string') this.filter.addThinking(thinking.length)
    if (typeof content === 'string' && content !== '') this.filter.add(content)
    if (line.done === true) this.#finish(line)
    if (this.filter.cut !== null) this.progress = 'stopped'
  }

  #finish(line: Line): void {
    this.finish = line.done_reason === 'length' ? 'length' : 'stop'
    const promptTokens = parseTokenCount(line.prompt_eval_count)
    this.usage = { promptTokens, replyTokens: parseTokenCount(line.eval_count), cachedTokens: 0 }
    this.progress = 'complete'
  }
}
