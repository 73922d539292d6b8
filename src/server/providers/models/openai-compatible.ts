import { ChatCompletionParser } from './chat-completion-parser.ts'
import type { Protocol, Target } from './http-model.ts'
import type { ModelRequest } from './provider.ts'
import type { Service } from './services.ts'
import { directToGoOn, toStrictMessages } from './strict-roles.ts'

const completions = '/chat/completions'

/** OpenAI's `/chat/completions`, which most services support. `services.ts` has their differences. */
export const openAiCompatible: Protocol = {
  path: ({ service }, request) => (request.prefill ? (service.prefillPath ?? completions) : completions),
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  createParser: (filter) => new ChatCompletionParser(filter),
  createBody(target, request) {
    const { service, model, unsupported } = target
    const fields = optionalFields(service, request)
    if (unsupported.has('max_tokens')) fields.max_completion_tokens = request.maxTokens
    for (const field of Object.keys(fields)) {
      if (unsupported.has(field)) delete fields[field]
    }
    return { model, ...toMessages(target, request), stream: true, ...fields }
  },
}

function toMessages({ profile, unsupported }: Target, request: ModelRequest): Record<string, unknown> {
  const prefill = request.prefill && !unsupported.has('prefill') ? profile.prefill : 'none'
  const isOpen = prefill !== 'none'
  const asked = request.prefill && !isOpen ? directToGoOn(request.messages) : request.messages
  const messages = unsupported.has('roles') ? toStrictMessages(asked, isOpen) : asked
  const last = messages.at(-1)
  if (!isOpen || last?.role !== 'assistant') return { messages }
  // With white space at the end, the tokens of a usual continuation no longer fit.
  const open = { ...last, content: last.content.trimEnd(), ...(prefill === 'prefix' ? { prefix: true } : {}) }
  return {
    messages: [...messages.slice(0, -1), open],
    ...(prefill === 'continue-final-message' ? { add_generation_prompt: false, continue_final_message: true } : {}),
  }
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
