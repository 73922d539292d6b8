import { ChatCompletion } from './chat-completion.ts'
import type { Protocol } from './http-model.ts'
import type { ModelRequest } from './provider.ts'
import { strictMessages } from './reply-filters/roles.ts'
import type { Service } from './services.ts'

/** OpenAI's `/chat/completions`, which nearly everyone speaks; the differences stand in `services.ts`. */
export const openAiCompatible: Protocol = {
  path: '/chat/completions',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  hear: (text) => new ChatCompletion(text),
  body(service, model, request, without) {
    const fields = optionalFields(service, request)
    if (without('max_tokens')) fields.max_completion_tokens = request.maxTokens
    for (const field of Object.keys(fields)) {
      if (without(field)) delete fields[field]
    }
    const messages = without('roles') ? strictMessages(request.messages) : request.messages
    return { model, messages, stream: true, ...fields }
  },
}

/** What a server may refuse and do without. */
function optionalFields(service: Service, request: ModelRequest): Record<string, unknown> {
  return {
    temperature: Math.min(request.temperature, service.temperatureMax ?? 2),
    [service.maxTokensField ?? 'max_tokens']: request.maxTokens,
    ...(request.stop?.length ? { stop: request.stop.slice(0, 4) } : {}),
    ...(request.seed === undefined ? {} : { [service.seedField ?? 'seed']: request.seed }),
    stream_options: { include_usage: true },
    ...service.extra,
  }
}
