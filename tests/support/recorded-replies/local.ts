import {
  brokenOff,
  chunks,
  cutShort,
  done,
  errorOf,
  filtered,
  inWords,
  ofProxy,
  outOfQuota,
  overflow,
  type RecordedService,
  rejection,
  reply,
  spoken,
  sse,
  thought,
  usage,
  whole,
  wholeWithoutCache,
} from './recorded-reply.ts'

const line = (rest: object) => `${JSON.stringify({ model: 'qwen3:8b', created_at: '2026-01-01T00:00:00Z', ...rest })}\n`
const says = (content: string, more: object = {}) =>
  line({ message: { role: 'assistant', content, ...more }, done: false })
const ends = (reason: string) =>
  line({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: reason,
    load_duration: 1_000,
    prompt_eval_count: usage.promptTokens,
    eval_count: usage.replyTokens,
  })
const ollamaSpeech = says(spoken.slice(0, 7)) + says(spoken.slice(7))

const ollama: RecordedService = {
  id: 'ollama',
  model: 'qwen3:8b',
  sources: [
    'https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion',
    'https://ollama.com/blog/thinking',
  ],
  absent: {
    filter: '`done_reason` is `stop`, `length`, `load` or `unload`',
    overflow: 'it cuts the prompt without an error; `num_ctx` and the window of `/api/show` keep it from that',
  },
  replies: [
    reply('a reply', ollamaSpeech + ends('stop'), wholeWithoutCache),
    reply('thinking', says('', { thinking: thought }) + ollamaSpeech + ends('stop'), wholeWithoutCache),
    reply(
      'thinking of an older version',
      says(`<think>${thought}</think>\n\n`) + ollamaSpeech + ends('stop'),
      wholeWithoutCache,
    ),
    reply('a cut reply', ollamaSpeech + ends('length'), cutShort),
    reply('a refusal', says(inWords.text ?? '') + ends('stop'), inWords),
    reply(
      'an error inside the reply',
      ollamaSpeech + line({ error: 'an error was encountered while running the model' }),
      brokenOff,
    ),
    rejection('a missing model', 404, { error: "model 'qwen3:8b' not found" }, { text: '', error: 'config_error' }),
    rejection('an exceeded quota of its cloud', 429, { error: 'you have reached your hourly usage limit' }, outOfQuota),
    ...ofProxy,
  ],
}

const studio = chunks({ model: 'qwen3-8b', system_fingerprint: 'qwen3-8b' }, {})
const lmStudio: RecordedService = {
  id: 'lm-studio',
  model: 'qwen3-8b',
  sources: [
    'https://lmstudio.ai/docs/developer/openai-compat',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2322',
  ],
  replies: [
    reply('a reply', sse(...studio.say(), ...studio.end()), wholeWithoutCache),
    reply(
      'thinking in tags',
      sse(...studio.say(`<think>\n${thought}\n</think>\n\n${spoken}`), ...studio.end()),
      wholeWithoutCache,
    ),
    reply(
      'thinking without its opening tag',
      sse(...studio.say(`${thought}\n</think>\n\n${spoken}`), ...studio.end()),
      wholeWithoutCache,
    ),
    reply(
      'thinking in a field',
      sse(studio.chunk({ reasoning_content: thought }), ...studio.say(), ...studio.end()),
      wholeWithoutCache,
    ),
    reply('a cut reply', sse(...studio.say(), ...studio.end('length')), cutShort),
    reply('a refusal', sse(...studio.say(inWords.text), ...studio.end()), inWords),
    reply('a filtered reply of a proxy', sse(...studio.say(), ...studio.end('content_filter')), filtered),
    reply(
      'an overflow',
      `event: error\n${sse({ error: { message: 'Trying to keep the first 5912 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.' } })}`,
      overflow,
    ),
    reply(
      'an error inside the reply',
      `${sse(...studio.say())}event: error\n${sse({ error: { message: 'The model has crashed without additional information.' } })}`,
      brokenOff,
    ),
    ...ofProxy,
  ],
}

const llama = chunks({ model: 'gpt-oss-20b', timings: { prompt_n: 812 } })
const harmony = `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${spoken}`
const llamaCpp: RecordedService = {
  id: 'llama-cpp',
  model: 'gpt-oss-20b',
  sources: [
    'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    'https://github.com/ggml-org/llama.cpp/pull/15780',
    'https://cookbook.openai.com/articles/openai-harmony',
  ],
  replies: [
    reply('a reply', sse(...llama.say(), ...llama.end()), whole),
    reply(
      'thinking in a field',
      sse(llama.chunk({ content: null, reasoning_content: thought }), ...llama.say(), ...llama.end()),
      whole,
    ),
    reply('the channels of harmony', sse(...llama.say(harmony), ...llama.end()), whole),
    reply('the marks of a template', sse(...llama.say(`<|im_start|>assistant\n${spoken}<|im_end|>`), ...llama.end()), {
      text: spoken,
      finish: 'stop',
    }),
    reply('a cut reply', sse(...llama.say(), ...llama.end('length')), cutShort),
    reply('a refusal', sse(...llama.say(inWords.text), ...llama.end()), inWords),
    reply('a filtered reply of a proxy', sse(...llama.say(), ...llama.end('content_filter')), filtered),
    ...ofProxy,
    reply(
      'an error inside the reply',
      sse(...llama.say(), { error: { code: 500, message: 'Failed to decode', type: 'server_error' } }),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      errorOf(
        'the request exceeds the available context size. try increasing the context size or enable context shift',
        { code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8_192 },
      ),
      overflow,
    ),
  ],
}

const kobold = chunks({ model: 'koboldcpp/magistral-small' })
const koboldcpp: RecordedService = {
  id: 'koboldcpp',
  model: 'koboldcpp/magistral-small',
  sources: ['https://lite.koboldai.net/koboldcpp_api', 'https://huggingface.co/mistralai/Magistral-Small-2507'],
  absent: {
    usage: 'its event stream has none',
    overflow: 'it cuts the prompt without an error; `true_max_context_length` is read before',
  },
  replies: [
    reply('a reply without usage', sse(...kobold.say(), kobold.chunk({}, 'stop'), done), {
      text: spoken,
      finish: 'stop',
    }),
    reply('thinking', sse(...kobold.say(`[THINK]${thought}[/THINK]${spoken}`), kobold.chunk({}, 'stop'), done), {
      text: spoken,
      finish: 'stop',
    }),
    reply('a cut reply', sse(...kobold.say(), kobold.chunk({}, 'length'), done), cutShort),
    reply('a refusal', sse(...kobold.say(inWords.text), kobold.chunk({}, 'stop'), done), inWords),
    reply('a filtered reply of a proxy', sse(...kobold.say(), kobold.chunk({}, 'content_filter'), done), filtered),
    reply('a reply that breaks off', sse(...kobold.say()), brokenOff),
    ...ofProxy,
    reply('a mark of the template', sse(...kobold.say(`${spoken}</s>`), kobold.chunk({}, 'stop'), done), {
      text: spoken,
      finish: 'stop',
    }),
    rejection(
      'a busy server',
      503,
      { detail: { msg: 'Server is busy; please try again later.', type: 'service_unavailable' } },
      { text: '', error: 'server_error' },
    ),
  ],
}

const vllmChunks = chunks({ model: 'qwq-32b' }, { prompt_tokens_details: null })
const vllm: RecordedService = {
  id: 'vllm',
  model: 'qwq-32b',
  sources: [
    'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    'https://github.com/vllm-project/vllm/issues/20409',
  ],
  replies: [
    reply('a reply', sse(...vllmChunks.say(), ...vllmChunks.end()), wholeWithoutCache),
    reply(
      'thinking',
      sse(vllmChunks.chunk({ reasoning: thought }), ...vllmChunks.say(), ...vllmChunks.end()),
      wholeWithoutCache,
    ),
    reply(
      'thinking of a server without a parser',
      sse(...vllmChunks.say(`${thought}</think>${spoken}`), ...vllmChunks.end()),
      wholeWithoutCache,
    ),
    reply('a cut reply', sse(...vllmChunks.say(), ...vllmChunks.end('length')), cutShort),
    reply('a refusal', sse(...vllmChunks.say(inWords.text), ...vllmChunks.end()), inWords),
    reply('a filtered reply of a proxy', sse(...vllmChunks.say(), ...vllmChunks.end('content_filter')), filtered),
    ...ofProxy,
    reply(
      'an error inside the reply',
      sse(...vllmChunks.say(), {
        error: { object: 'error', message: 'EngineCore encountered an issue', type: 'InternalServerError', code: 500 },
      }),
      brokenOff,
    ),
    rejection(
      'an overflow',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 6600 tokens (6000 in the messages, 600 in the completion). Please reduce the length of the messages or completion.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
      overflow,
    ),
  ],
}

export const localReplies: readonly RecordedService[] = [ollama, lmStudio, llamaCpp, koboldcpp, vllm]
