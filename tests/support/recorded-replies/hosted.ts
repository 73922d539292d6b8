import {
  brokenOff,
  chunks,
  cutShort,
  done,
  errorOf,
  filtered,
  inWords,
  outOfQuota,
  overflow,
  type RecordedService,
  rateLimited,
  refused,
  rejection,
  reply,
  spoken,
  sse,
  thought,
  usage,
  whole,
} from './recorded-reply.ts'

const openAi = chunks({ model: 'gpt-5.2', service_tier: 'default', system_fingerprint: null })
const hidden = chunks({}, { completion_tokens_details: { reasoning_tokens: 600 } })

const openai: RecordedService = {
  id: 'openai',
  model: 'gpt-5.2',
  sources: [
    'https://platform.openai.com/docs/api-reference/chat-streaming/streaming',
    'https://platform.openai.com/docs/guides/error-codes',
    'https://platform.openai.com/docs/guides/rate-limits',
    'https://developers.openai.com/api/docs/guides/spend-limits',
  ],
  replies: [
    reply('a reply', sse(...openAi.say(), ...openAi.end()), whole),
    reply('hidden thinking', sse(...hidden.say(), ...hidden.end()), { text: spoken, finish: 'stop' }),
    reply('a cut reply', sse(...openAi.say(), ...openAi.end('length')), cutShort),
    reply('a refusal', sse(openAi.chunk({ role: 'assistant', refusal: "I'm sorry." }), ...openAi.end()), refused),
    reply('a filtered reply', sse(...openAi.say(), ...openAi.end('content_filter')), filtered),
    reply(
      'an error inside the reply',
      sse(...openAi.say(), errorOf('The server had an error', { type: 'server_error', code: null })),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      errorOf("This model's maximum context length is 4096 tokens. However, your messages resulted in 5012 tokens.", {
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      }),
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      errorOf('Rate limit reached for gpt-5.2 on requests per min (RPM): Limit 3. Please try again in 20s.', {
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      }),
      rateLimited(20),
      { 'x-ratelimit-limit-requests': '3', 'x-ratelimit-reset-requests': '20s' },
    ),
    rejection(
      'an exceeded quota',
      429,
      errorOf('You exceeded your current quota, please check your plan and billing details.', {
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      }),
      outOfQuota,
    ),
    rejection(
      'a spend limit',
      429,
      errorOf('Your organization is blocked.', { code: 'organization_spend_limit_exceeded' }),
      outOfQuota,
    ),
  ],
}

const event = (type: string, rest: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5',
  content: [],
  usage: { input_tokens: 172, cache_read_input_tokens: 640, cache_creation_input_tokens: 0, output_tokens: 1 },
}
const start = event('message_start', { message }) + event('ping')
const block = (index: number, type: string, deltas: object[]) =>
  event('content_block_start', { index, content_block: { type, [type]: '' } }) +
  deltas.map((delta) => event('content_block_delta', { index, delta })).join('') +
  event('content_block_stop', { index })
const text = (words: string) => ({ type: 'text_delta', text: words })
const speech = block(0, 'text', [text(spoken.slice(0, 7)), text(spoken.slice(7))])
const stop = (reason: string) =>
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 33 } }) +
  event('message_stop')
const anthropicError = (type: string, words: string) => ({ type: 'error', error: { type, message: words } })

const anthropic: RecordedService = {
  id: 'anthropic',
  model: 'claude-haiku-4-5',
  sources: [
    'https://platform.claude.com/docs/en/build-with-claude/streaming',
    'https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons',
    'https://platform.claude.com/docs/en/api/errors',
    'https://platform.claude.com/docs/en/api/rate-limits',
  ],
  replies: [
    reply('a reply', start + speech + stop('end_turn'), whole),
    reply(
      'thinking',
      start +
        block(0, 'thinking', [
          { type: 'thinking_delta', thinking: thought },
          { type: 'signature_delta', signature: 'EqQB' },
        ]) +
        speech +
        stop('end_turn'),
      whole,
    ),
    reply('a cut reply', start + speech + stop('max_tokens'), cutShort),
    reply('a full window', start + speech + stop('model_context_window_exceeded'), cutShort),
    reply('a refusal', start + stop('refusal'), refused),
    reply('a filtered reply', start + speech + stop('refusal'), filtered),
    reply(
      'an error inside the reply',
      start + speech + event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      anthropicError('invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'),
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      anthropicError('rate_limit_error', "This request would exceed your organization's rate limit."),
      rateLimited(12),
      { 'retry-after': '12', 'anthropic-ratelimit-requests-remaining': '0' },
    ),
    rejection(
      'an empty account',
      400,
      anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      outOfQuota,
    ),
  ],
}

const google = chunks({ model: 'gemini-2.5-flash', created: 1 }, {})
const googleUsage: typeof whole = { text: spoken, finish: 'stop', usage: { ...usage, cachedTokens: 0 } }
const violation = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests', quotaId }],
})
const googleError = (code: number, status: string, words: string, details: object[] = []) => [
  { error: { code, message: words, status, details } },
]
const overQuota = 'You exceeded your current quota, please check your plan and billing details.'

const gemini: RecordedService = {
  id: 'gemini',
  model: 'gemini-2.5-flash',
  sources: [
    'https://ai.google.dev/gemini-api/docs/openai',
    'https://ai.google.dev/api/generate-content#FinishReason',
    'https://ai.google.dev/gemini-api/docs/rate-limits',
  ],
  replies: [
    reply('a reply', sse(...google.say(), ...google.end()), googleUsage),
    reply(
      'thinking',
      sse(
        google.chunk({ content: `<thought>${thought}` }),
        google.chunk({ content: '</thought>\n' }),
        ...google.say(),
        ...google.end(),
      ),
      googleUsage,
    ),
    reply('a cut reply', sse(...google.say(), ...google.end('length')), cutShort),
    reply('a refusal', sse(google.chunk({ role: 'assistant' }, 'content_filter: PROHIBITED_CONTENT'), done), refused),
    reply('a filtered reply', sse(...google.say(), google.chunk({}, 'SAFETY'), done), filtered),
    reply(
      'an error inside the reply',
      sse(...google.say(), { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      googleError(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200345) exceeds the maximum number of tokens allowed (1048576).',
      ),
      overflow,
    ),
    rejection(
      'a limit of a minute',
      429,
      googleError(429, 'RESOURCE_EXHAUSTED', overQuota, [
        violation('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'),
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
      ]),
      rateLimited(34),
    ),
    rejection(
      'a limit of a day',
      429,
      googleError(429, 'RESOURCE_EXHAUSTED', overQuota, [
        violation('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
      ]),
      outOfQuota,
    ),
    rejection(
      'busy servers',
      429,
      googleError(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
      rateLimited(),
    ),
  ],
}

const router = chunks({ provider: 'Novita', model: 'meta/llama-4' })
const processing = ': OPENROUTER PROCESSING\n\n'

const openrouter: RecordedService = {
  id: 'openrouter',
  model: 'meta/llama-4',
  sources: [
    'https://openrouter.ai/docs/api-reference/streaming',
    'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    'https://openrouter.ai/docs/api-reference/errors',
  ],
  replies: [
    reply('a reply', sse(processing, processing, ...router.say(), ...router.end()), whole),
    reply(
      'thinking',
      sse(
        router.chunk({
          content: '',
          reasoning: thought,
          reasoning_details: [{ type: 'reasoning.text', text: thought }],
        }),
        ...router.say(),
        ...router.end(),
      ),
      whole,
    ),
    reply('a cut reply', sse(...router.say(), ...router.end('length')), cutShort),
    reply(
      'a filtered reply',
      sse(...router.say(), router.chunk({}, 'content_filter', { native_finish_reason: 'SAFETY' }), done),
      filtered,
    ),
    reply(
      'an error inside the reply',
      sse(...router.say(), {
        ...router.chunk({ content: '' }, 'error'),
        error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
      }),
      brokenOff,
    ),
    rejection(
      'a moderated prompt',
      403,
      errorOf('Your chosen model requires moderation and your input was flagged', {
        code: 403,
        metadata: { reasons: ['sexual'], flagged_input: '…' },
      }),
      refused,
    ),
    rejection(
      'an overflow',
      400,
      errorOf(
        "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens (8400 of text input, 600 in the output).",
        { code: 400 },
      ),
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      errorOf('Rate limit exceeded: free-models-per-min.', {
        code: 429,
        metadata: { headers: { 'X-RateLimit-Limit': '20' } },
      }),
      rateLimited(9),
      {
        'x-ratelimit-limit': '20',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1741082409000',
        date: 'Tue, 04 Mar 2025 10:00:00 GMT',
      },
    ),
    rejection('an empty account', 402, { error: { code: 402, message: 'Insufficient credits' } }, outOfQuota),
  ],
}

const mistralChunks = chunks({ model: 'mistral-medium-latest' }, {})
const mistral: RecordedService = {
  id: 'mistral',
  model: 'magistral-medium-latest',
  sources: ['https://docs.mistral.ai/api/#tag/chat', 'https://docs.mistral.ai/capabilities/reasoning/'],
  absent: { filter: '`finish_reason` is `stop`, `length`, `model_length`, `error` or `tool_calls`' },
  replies: [
    reply('a reply', sse(...mistralChunks.say(), ...mistralChunks.end()), googleUsage),
    reply(
      'thinking',
      sse(
        mistralChunks.chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] }),
        mistralChunks.chunk({ content: [{ type: 'text', text: spoken }] }),
        ...mistralChunks.end(),
      ),
      googleUsage,
    ),
    reply('a cut reply', sse(...mistralChunks.say(), ...mistralChunks.end('model_length')), cutShort),
    reply('a refusal', sse(...mistralChunks.say(inWords.text), ...mistralChunks.end()), inWords),
    reply(
      'an error inside the reply',
      sse(...mistralChunks.say(), mistralChunks.chunk({ content: '' }, 'error')),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      {
        object: 'error',
        message:
          'Prompt contains 40211 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
        type: 'invalid_request_invalid_args',
        code: '3051',
      },
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' },
      rateLimited(),
      { 'x-ratelimit-limit-req-minute': '60', 'x-ratelimit-remaining-req-minute': '0' },
    ),
    rejection('an unpaid account', 402, { detail: 'Payment required' }, outOfQuota),
  ],
}

const deep = chunks({ model: 'deepseek-chat' }, { prompt_cache_hit_tokens: 640, prompt_cache_miss_tokens: 172 })
const deepseek: RecordedService = {
  id: 'deepseek',
  model: 'deepseek-chat',
  sources: [
    'https://api-docs.deepseek.com/api/create-chat-completion',
    'https://api-docs.deepseek.com/quick_start/error_codes',
  ],
  replies: [
    reply('a reply', sse(': keep-alive\n\n', ...deep.say(), ...deep.end()), whole),
    reply(
      'thinking',
      sse(deep.chunk({ content: null, reasoning_content: thought }), ...deep.say(), ...deep.end()),
      whole,
    ),
    reply('a cut reply', sse(...deep.say(), ...deep.end('length')), cutShort),
    reply('a refusal', sse(deep.chunk({ content: '' }, 'content_filter'), done), refused),
    reply('a filtered reply', sse(...deep.say(), ...deep.end('content_filter')), filtered),
    reply(
      'an error inside the reply',
      sse(...deep.say(), deep.chunk({ content: '' }, 'insufficient_system_resource')),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      errorOf(
        "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (69400 in the messages, 600 in the completion).",
        { type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
      ),
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      errorOf('Rate Limit Reached', { type: 'rate_limit_error', code: null }),
      rateLimited(),
    ),
    rejection(
      'an empty account',
      402,
      errorOf('Insufficient Balance', { type: 'unknown_error', param: null, code: 'invalid_request_error' }),
      outOfQuota,
    ),
  ],
}

const groqChunks = chunks({ model: 'openai/gpt-oss-120b', x_groq: { id: 'req_1' } }, {})
const groq: RecordedService = {
  id: 'groq',
  model: 'openai/gpt-oss-120b',
  sources: [
    'https://console.groq.com/docs/reasoning',
    'https://console.groq.com/docs/errors',
    'https://console.groq.com/docs/rate-limits',
    'https://console.groq.com/docs/spend-limits',
  ],
  absent: { filter: '`finish_reason` is `stop`, `length`, `tool_calls` or `function_call`' },
  replies: [
    reply('a reply', sse(...groqChunks.say(), ...groqChunks.end()), googleUsage),
    reply(
      'thinking',
      sse(groqChunks.chunk({ reasoning: thought, channel: 'analysis' }), ...groqChunks.say(), ...groqChunks.end()),
      googleUsage,
    ),
    reply(
      'raw thinking',
      sse(...groqChunks.say(`<think>\n${thought}\n</think>\n\n${spoken}`), ...groqChunks.end()),
      googleUsage,
    ),
    reply('a cut reply', sse(...groqChunks.say(), ...groqChunks.end('length')), cutShort),
    reply('a refusal', sse(...groqChunks.say(inWords.text), ...groqChunks.end()), inWords),
    reply(
      'an error inside the reply',
      `${sse(...groqChunks.say())}event: error\n${sse(errorOf('Internal', { type: 'internal_server_error', status_code: 500 }))}`,
      brokenOff,
    ),
    rejection(
      'more tokens than a minute allows',
      413,
      errorOf(
        'Request too large for model `openai/gpt-oss-120b` in organization `org_1` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 10192, please reduce your message size and try again.',
        { type: 'tokens', code: 'rate_limit_exceeded' },
      ),
      overflow,
    ),
    rejection(
      'a rate limit',
      429,
      errorOf(
        'Rate limit reached for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Used 7034, Requested 1443. Please try again in 1m4.77s. Need more tokens? Upgrade at https://console.groq.com/settings/billing',
        { type: 'tokens', code: 'rate_limit_exceeded' },
      ),
      rateLimited(65),
      { 'retry-after': '65', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1m4.77s' },
    ),
    rejection(
      'a spend limit',
      400,
      errorOf('API access is blocked.', { type: 'invalid_request_error', code: 'blocked_api_access' }),
      outOfQuota,
    ),
  ],
}

export const hostedReplies: readonly RecordedService[] = [
  openai,
  anthropic,
  gemini,
  openrouter,
  mistral,
  deepseek,
  groq,
]
