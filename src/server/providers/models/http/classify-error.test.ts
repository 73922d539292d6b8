import { expect, it } from 'vitest'
import { errorWords, faultKind } from './classify-error.ts'

const openAi = (message: string, type = '', code: string | number | null = null) =>
  JSON.stringify({ error: { message, type, code } })

it.each([
  [
    'OpenAI, out of quota',
    429,
    openAi('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
    'quota_exceeded',
  ],
  [
    'OpenAI, too quick, with a link to billing',
    429,
    openAi('Rate limit reached. See https://x.test/account/billing.', 'tokens', 'rate_limit_exceeded'),
    'rate_limited',
  ],
  ['a bare 429', 429, '', 'rate_limited'],
  ['a 429 that speaks of credits', 429, 'No credits left on this account', 'quota_exceeded'],
  ['OpenRouter, no credits', 402, openAi('Insufficient credits', '', 402), 'quota_exceeded'],
  ['OpenRouter, amid a reply', 200, openAi('Rate limited upstream', '', 429), 'rate_limited'],
  ['OpenRouter, upstream down amid a reply', 200, openAi('Provider returned error', '', 502), 'server_error'],
  [
    'DeepSeek, no balance',
    402,
    openAi('Insufficient Balance', 'unknown_error', 'invalid_request_error'),
    'quota_exceeded',
  ],
  [
    'Gemini, over its quota',
    429,
    '[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan.","status":"RESOURCE_EXHAUSTED"}}]',
    'quota_exceeded',
  ],
  [
    'Gemini, a bad key',
    400,
    '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]',
    'config_error',
  ],
  [
    'Anthropic, no credit',
    400,
    '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}',
    'quota_exceeded',
  ],
  [
    'Anthropic, overloaded',
    529,
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'server_error',
  ],
  [
    'Anthropic, overloaded amid a reply',
    200,
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'server_error',
  ],
  [
    'Anthropic, too quick amid a reply',
    200,
    '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}',
    'rate_limited',
  ],
  ['Ollama, no such model', 404, '{"error":"model \\"muse\\" not found, try pulling it first"}', 'config_error'],
  [
    'Ollama, no such model, in a reply',
    200,
    '{"error":"model \\"muse\\" not found, try pulling it first"}',
    'config_error',
  ],
  [
    'llama.cpp, prompt too long',
    400,
    '{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}',
    'config_error',
  ],
  [
    'vLLM, an unknown field',
    422,
    '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
    'config_error',
  ],
  ['a key refused', 401, 'nope', 'config_error'],
  ['a forbidden model', 403, '{}', 'config_error'],
  ['a redirect', 302, '', 'config_error'],
  ['a proxy that gave up', 502, '<html>Bad gateway</html>', 'server_error'],
  ['loading', 503, '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}', 'server_error'],
  ['an error without a word', 200, '{"error":{}}', 'server_error'],
])('%s', (_name, status, body, errorType) => {
  expect(faultKind(status, body).errorType).toBe(errorType)
})

it('tells the operator what to do about a prompt that is too long', () => {
  const body = openAi('maximum context length is 4096 tokens', 'invalid_request_error', 'context_length_exceeded')
  expect(faultKind(400, body).hint).toContain('MODEL_CONTEXT_TOKENS')
})

it('calls a gateway that waited too long a time-out', () => {
  expect(faultKind(504, '')).toMatchObject({ errorType: 'server_error', timeout: true })
})

it('reads an error wherever it stands', () => {
  expect(errorWords('plain')).toMatchObject({ message: 'plain', kind: '' })
  expect(errorWords('{"error":{"message":"m","param":"stop","code":"x","type":"Y"}}')).toEqual({
    message: 'm',
    param: 'stop',
    kind: 'x y',
    status: null,
  })
  expect(errorWords('null')).toMatchObject({ message: '' })
})
