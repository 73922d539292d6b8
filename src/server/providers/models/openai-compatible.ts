import { ChatCompletionParser } from './chat-completion-parser.ts'
import { prefillOf, toMarkedParts, toMessages } from './messages/to-messages.ts'
import type { Protocol, Target } from './protocol.ts'
import type { ModelRequest } from './provider.ts'
import { samplerFields, stopsOf, withoutRejected } from './request-fields.ts'

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
