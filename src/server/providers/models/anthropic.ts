import { isBlank } from '#engine/is-blank.ts'
import { AnthropicMessageParser } from './anthropic-message-parser.ts'
import { toMarkedParts } from './messages/to-messages.ts'
import type { Protocol } from './protocol.ts'
import { temperatureOf, withoutRejected } from './request-fields.ts'

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
