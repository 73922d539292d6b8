import { ChatCompletionParser } from './chat-completion-parser.ts'
import type { Protocol } from './http-model.ts'
import type { ModelRequest } from './provider.ts'
import type { Service } from './services.ts'
import { toStrictMessages } from './strict-roles.ts'

/** OpenAI's `/chat/completions`, which most services support. `services.ts` has their differences. */
export const openAiCompatible: Protocol = {
  path: '/chat/completions',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  createParser: (filter) => new ChatCompletionParser(filter),
  createBody(service, model, request, unsupported) {
    const fields = optionalFields(service, request)
    if (unsupported.has('max_tokens')) fields.max_completion_tokens = request.maxTokens
    for (const field of Object.keys(fields)) {
      if (unsupported.has(field)) delete fields[field]
    }
    const messages = unsupported.has('roles') ? toStrictMessages(request.messages) : request.messages
    return { model, messages, stream: true, ...fields }
  },
}

/** Parameters that a server may reject; the request is then sent without them. */
function optionalFields(service: Service, request: ModelRequest): Record<string, unknown> {
  return {
    temperature: Math.min(request.temperature, service.temperatureMax ?? 2),
    [service.maxTokensField ?? 'max_tokens']: request.maxTokens,
    ...(request.stop?.length ? { stop: request.stop.slice(0, 4) } : {}),
    ...(request.seed === undefined ? {} : { [service.seedField ?? 'seed']: request.seed }),
    stream_options: { include_usage: true },
    ...service.extraParams,
  }
}
