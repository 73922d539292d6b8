import { toMessages } from './messages/to-messages.ts'
import { OllamaChatParser } from './ollama-chat-parser.ts'
import type { Protocol } from './protocol.ts'
import { samplerFields, stopsOf, withoutRejected } from './request-fields.ts'

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
