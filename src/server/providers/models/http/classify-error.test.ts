import { expect, it } from 'vitest'
import { classifyErrorResponse, parseErrorBody } from './classify-error.ts'

const openAi = (message: string, type = '', code: string | number | null = null) =>
  JSON.stringify({ error: { message, type, code } })

it.each([
  [
    'OpenAI, rate limit with a link to billing',
    429,
    openAi('Rate limit reached. See https://x.test/account/billing.', 'tokens', 'rate_limit_exceeded'),
    'rate_limited',
  ],
  ['429 without a body', 429, '', 'rate_limited'],
  ['429 that mentions credits', 429, 'No credits left on this account', 'quota_exceeded'],
  ['OpenRouter, no credits', 402, openAi('Insufficient credits', '', 402), 'quota_exceeded'],
  ['OpenRouter, rate limit inside a reply', 200, openAi('Rate limited upstream', '', 429), 'rate_limited'],
  ['OpenRouter, server error inside a reply', 200, openAi('Provider returned error', '', 502), 'server_error'],
  [
    'Gemini, invalid key',
    400,
    '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]',
    'config_error',
  ],
  ['Ollama, no such model', 404, '{"error":"model \\"muse\\" not found, try pulling it first"}', 'config_error'],
  [
    'Ollama, no such model, inside a reply',
    200,
    '{"error":"model \\"muse\\" not found, try pulling it first"}',
    'config_error',
  ],
  [
    'vLLM, unknown parameter',
    422,
    '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
    'config_error',
  ],
  [
    'OpenAI, prompt rejected',
    400,
    openAi(
      'Your request was rejected as a result of our safety system.',
      'invalid_request_error',
      'content_policy_violation',
    ),
    'content_refused',
  ],
  [
    'OpenRouter, moderation',
    403,
    '{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["sexual"]}}}',
    'content_refused',
  ],
  ['401', 401, 'nope', 'config_error'],
  ['403', 403, '{}', 'config_error'],
  ['302', 302, '', 'config_error'],
  ['502 from a proxy', 502, '<html>Bad gateway</html>', 'server_error'],
  ['an empty error object', 200, '{"error":{}}', 'server_error'],
])('%s', (_name, status, body, errorType) => {
  expect(classifyErrorResponse(status, body).errorType).toBe(errorType)
})

it('hints at MODEL_CONTEXT_TOKENS when the prompt is too long', () => {
  const body = openAi('maximum context length is 4096 tokens', 'invalid_request_error', 'context_length_exceeded')
  expect(classifyErrorResponse(400, body).hint).toContain('MODEL_CONTEXT_TOKENS')
})

it('classifies 504 as a time-out', () => {
  expect(classifyErrorResponse(504, '')).toMatchObject({ errorType: 'server_error', isTimeout: true })
})

it('parses errors in plain text and in JSON', () => {
  expect(parseErrorBody('plain')).toMatchObject({ message: 'plain', kind: '' })
  expect(parseErrorBody('{"error":{"message":"m","param":"stop","code":"x","type":"Y"}}')).toEqual({
    message: 'm',
    param: 'stop',
    kind: 'x y',
    quotaIds: '',
    status: null,
  })
  expect(parseErrorBody('null')).toMatchObject({ message: '' })
})
