export interface Usage {
  promptTokens: number
  replyTokens: number
  cachedTokens: number
}

export type FinishReason = 'stop' | 'length' | 'filter'

/** How the mock upstream encodes a reply in one of the supported protocols. */
export interface Dialect {
  /** Default: that of an event stream. */
  contentType?: string
  /** The events before the first token; may be empty. */
  open(model: string, usage: Usage): string
  token(model: string, text: string): string
  finish(model: string, reason: FinishReason, usage: Usage, wantsUsage: boolean): string
  /** The last event of a stream. */
  done: string
  /** The reply to a request that is not streamed. */
  document(model: string, text: string, usage: Usage): string
  error(kind: ErrorKind, message: string): string
  /** An error within a stream. */
  errorEvent(message: string): string
}

export type ErrorKind =
  | 'rate'
  | 'quota'
  | 'auth'
  | 'permission'
  | 'model'
  | 'request'
  | 'context'
  | 'server'
  | 'overloaded'

const openaiCodes: Record<ErrorKind, { type: string; code: string | null }> = {
  rate: { type: 'requests', code: 'rate_limit_exceeded' },
  quota: { type: 'insufficient_quota', code: 'insufficient_quota' },
  auth: { type: 'invalid_request_error', code: 'invalid_api_key' },
  permission: { type: 'permission_error', code: 'unsupported_country_region_territory' },
  model: { type: 'invalid_request_error', code: 'model_not_found' },
  request: { type: 'invalid_request_error', code: null },
  context: { type: 'invalid_request_error', code: 'context_length_exceeded' },
  server: { type: 'server_error', code: null },
  overloaded: { type: 'server_error', code: 'overloaded' },
}

const anthropicTypes: Record<ErrorKind, string> = {
  rate: 'rate_limit_error',
  quota: 'billing_error',
  auth: 'authentication_error',
  permission: 'permission_error',
  model: 'not_found_error',
  request: 'invalid_request_error',
  context: 'invalid_request_error',
  server: 'api_error',
  overloaded: 'overloaded_error',
}

const chunk = (model: string, rest: object) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-mock', object: 'chat.completion.chunk', created: 0, model, ...rest })}\n\n`
const choice = (delta: object, reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] })
const openaiUsage = (usage: Usage) => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.replyTokens,
  total_tokens: usage.promptTokens + usage.replyTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedTokens },
})

export const openai: Dialect = {
  open: (model) => chunk(model, choice({ role: 'assistant', content: '' }, null)),
  token: (model, text) => chunk(model, choice({ content: text }, null)),
  finish: (model, reason, usage, wantsUsage) =>
    chunk(model, choice({}, reason === 'filter' ? 'content_filter' : reason)) +
    (wantsUsage ? chunk(model, { choices: [], usage: openaiUsage(usage) }) : ''),
  done: 'data: [DONE]\n\n',
  document: (model, text, usage) =>
    JSON.stringify({
      id: 'chatcmpl-mock',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: openaiUsage(usage),
    }),
  error: (kind, message) => JSON.stringify({ error: { message, param: null, ...openaiCodes[kind] } }),
  errorEvent: (message) => `data: ${JSON.stringify({ error: { message, type: 'server_error', code: null } })}\n\n`,
}

const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
const anthropicUsage = (usage: Usage) => ({
  input_tokens: usage.promptTokens - usage.cachedTokens,
  cache_read_input_tokens: usage.cachedTokens,
  cache_creation_input_tokens: 0,
  output_tokens: usage.replyTokens,
})
const stopReasons: Record<FinishReason, string> = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }

export const anthropic: Dialect = {
  open: (model, usage) =>
    event('message_start', {
      message: {
        id: 'msg_mock',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        usage: { ...anthropicUsage(usage), output_tokens: 1 },
      },
    }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  token: (_model, text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  finish: (_model, reason, usage) =>
    event('content_block_stop', { index: 0 }) +
    event('message_delta', {
      delta: { stop_reason: stopReasons[reason], stop_sequence: null },
      usage: { output_tokens: usage.replyTokens },
    }),
  done: event('message_stop', {}),
  document: (model, text, usage) =>
    JSON.stringify({
      id: 'msg_mock',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: anthropicUsage(usage),
    }),
  error: (kind, message) => JSON.stringify({ type: 'error', error: { type: anthropicTypes[kind], message } }),
  errorEvent: (message) => event('error', { error: { type: 'overloaded_error', message } }),
}

const line = (model: string, rest: object) =>
  `${JSON.stringify({ model, created_at: '2026-01-01T00:00:00Z', ...rest })}\n`
const doneLine = (reason: FinishReason, usage: Usage) => ({
  message: { role: 'assistant', content: '' },
  done: true,
  done_reason: reason === 'filter' ? 'stop' : reason,
  prompt_eval_count: usage.promptTokens,
  eval_count: usage.replyTokens,
})

/** Ollama's own `/api/chat`. */
export const ollama: Dialect = {
  contentType: 'application/x-ndjson',
  open: () => '',
  token: (model, text) => line(model, { message: { role: 'assistant', content: text }, done: false }),
  finish: (model, reason, usage) => line(model, doneLine(reason, usage)),
  done: '',
  document: (model, text, usage) =>
    line(model, { ...doneLine('stop', usage), message: { role: 'assistant', content: text } }),
  error: (_kind, message) => JSON.stringify({ error: message }),
  errorEvent: (message) => `${JSON.stringify({ error: message })}\n`,
}
