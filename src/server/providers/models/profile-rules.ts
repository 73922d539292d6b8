import type { ProfileRule } from './model-profile.ts'

/** Claude up to 4.5. Later versions reject a request that ends with an assistant message. */
const claudeUpTo45 = /claude-(?:3|(?:opus|sonnet|haiku)-4(?:[-.][0-5])?(?:-\d{8}|:|$))/
/** Claude from 4.7: they take no sampler. */
const claudeFrom47 = /claude-(?:(?:opus|sonnet|haiku)-(?:4[-.][7-9]|[5-9])|fable|mythos)/
/** Claude with a window of a million tokens; others have 200,000. */
const claudeWithLargeWindow = /claude-(?:(?:opus|sonnet|haiku)-(?:4[-.][6-9]|[5-9])|fable|mythos)/
/** Claude from 5: they think unless a request says otherwise. */
const claudeFrom5 = /claude-(?:opus|sonnet|haiku)-[5-9]/
/** Claude that thinks in any case. */
const claudeAlwaysThinks = /claude-(?:opus-5[-.]5|fable|mythos)/
/** Open models that always think. */
const alwaysThinks =
  /deepseek-r1|deepseek-reasoner|\bqwq|magistral|gpt-oss|-thinking|[-_]reason|minimax-m|glm-z1|smallthinker|openthinker|exaone-deep/
/** Open models whose chat template has a switch for thinking. */
const hasSwitch =
  /qwen-?3(?!.*(?:instruct-2507|coder))|glm-(?:4\.[5-9]|[5-9])|deepseek-v(?:3\.[1-9]|[4-9])|granite-[34]|smollm3|hunyuan/

const low = { reasoning_effort: 'low' }
const none = { reasoning_effort: 'none' }
const lowEffort = { output_config: { effort: 'low' } }
const localSamplers = { min_p: 0.05 }
const minutes = 60_000

/** Every rule that matches counts; a later one takes precedence. docs/models.md gives the sources. */
export const profileRules: readonly ProfileRule[] = [
  // Windows that names tell, of any service: `phi-3-mini-4k-instruct`.
  { model: /[-_]4k(?:[-_:]|$)|llama-?2(?![-\d.]*:?3)|mythomax|solar-10/, windowTokens: 4_096 },
  { model: /[-_]8k(?:[-_:]|$)|gemma-?2|llama-?3(?:-\d+b|:|$)/, windowTokens: 8_192 },
  // Mistral's API and templates reject a system message after one of the assistant.
  { model: /(?:mis|minis|magis|mix|codes|devs|pix)tral/, roles: 'strict' },
  // Chat templates without a system role.
  { model: /gemma-?[12]?(?:-|:|$)|mistral-7b-instruct-v0\.[12]/, roles: 'no-system' },
  { model: alwaysThinks, thinks: true },
  // How families of models word a refusal.
  {
    model: /llama/,
    refusal:
      /^i (?:can['’]?t|cannot) (?:create|write|generate|continue|engage|participate|provide|fulfil)\b.{0,60}\b(?:content|conversation|request|role-?play|scenario|activit|material)/i,
  },
  {
    model: /claude/,
    refusal:
      /^i(?: don['’]t feel|['’]m not) comfortable\b|^i(?: won['’]t| can['’]t|['’]m not (?:going|able) to| need to (?:decline|step out of)| ?(?:['’]d|would) (?:rather|prefer) not to?)\b.{0,80}\b(?:content|request|role-?play|scenario|character|material|this (?:scene|story))\b/i,
  },
  {
    model: /gemini|gemma/,
    refusal:
      /^(?:i am|i['’]m) (?:programmed to be|designed to be|just a language model|unable to (?:create|generate|fulfil|write|respond)|not able to (?:create|generate|fulfil|write))|^as a (?:large )?language model\b|^my purpose is to\b/i,
  },
  {
    model: /qwen|deepseek|glm|\byi-/,
    refusal: /^(?:很?抱歉|对不起|我)[^。]{0,20}(?:无法|不能)[^。]{0,30}(?:请求|内容|话题|要求|协助|帮助|对话|问题)/,
  },

  {
    services: ['openai'],
    windowTokens: 128_000,
    maxTokensField: 'max_completion_tokens',
    // Nothing comes while it thinks.
    idleMs: minutes,
    conversationField: 'prompt_cache_key',
    playerField: 'safety_identifier',
  },
  { services: ['openai'], model: /^gpt-4\.1/, windowTokens: 1_047_576 },
  {
    services: ['openai'],
    model: /^o\d/,
    windowTokens: 200_000,
    thinks: true,
    thinking: [low],
    temperature: null,
    maxStops: 0,
  },
  {
    services: ['openai'],
    model: /^gpt-5(?!-chat)/,
    windowTokens: 400_000,
    thinks: true,
    thinking: [{ reasoning_effort: 'minimal' }, low],
    temperature: null,
    maxStops: 0,
  },
  {
    services: ['openai'],
    model: /^gpt-5\.[1-9]/,
    windowTokens: 400_000,
    thinks: false,
    thinking: [none, low],
  },
  { services: ['openai'], model: /^gpt-5\.[4-9](?!-(?:mini|nano))/, windowTokens: 1_050_000 },
  // From 6, some models do not let their thinking be switched off.
  { services: ['openai'], model: /^gpt-[6-9]/, windowTokens: 1_050_000, thinks: true, thinking: [low] },
  { services: ['openai'], model: /^gpt-6(?:-(?:sol|luna)|\.1-terra)/, thinks: false, thinking: [none, low] },
  { services: ['openai'], model: /-chat-latest/, windowTokens: 128_000 },
  { services: ['openai'], model: /^gpt-5\.[1-5]/, temperature: { scale: 1, max: 2 } },
  { services: ['openai'], model: /^gpt-(?:5\.[6-9]|[6-9])/, temperature: null, maxStops: 0 },
  { services: ['openai'], model: /-pro/, thinks: true, thinking: [] },

  {
    services: ['anthropic'],
    windowTokens: 200_000,
    roles: 'strict',
    temperature: { scale: 1, max: 1 },
    idleMs: minutes,
  },
  { services: ['anthropic'], model: claudeUpTo45, prefill: {} },
  { services: ['anthropic'], model: claudeWithLargeWindow, windowTokens: 1_000_000 },
  { services: ['anthropic'], model: claudeFrom47, temperature: null },
  { services: ['anthropic'], model: claudeFrom5, thinking: [{ thinking: { type: 'disabled' } }, lowEffort] },
  // Its lowest setting: without tools, it does not think before it replies.
  {
    services: ['anthropic'],
    model: /claude-sonnet-5[-.]5/,
    thinking: [{ thinking: { type: 'between_tools' } }, lowEffort],
  },
  { services: ['anthropic'], model: claudeAlwaysThinks, thinks: true, thinking: [lowEffort] },

  {
    services: ['openrouter'],
    samplers: localSamplers,
    // Requests of one conversation go to the provider that has its prompt in the cache.
    conversationField: 'session_id',
    thinking: [
      { reasoning: { enabled: false } },
      { reasoning: { effort: 'minimal' } },
      { reasoning: { effort: 'low' } },
    ],
    playerField: 'user',
    idleMs: minutes,
  },
  // Models that OpenRouter lists with mandatory reasoning.
  {
    services: ['openrouter'],
    model:
      /\/(?:o\d|gpt-5(?![.\d])|gpt-oss|deepseek-r1|gemini-[\d.]+-pro|qwq|minimax-m)|claude-(?:opus-5\.5|fable|mythos)|thinking/,
    thinks: true,
    thinking: [{ reasoning: { effort: 'minimal' } }, { reasoning: { effort: 'low' } }],
  },
  { services: ['openrouter'], model: /claude/, marksCache: true, temperature: { scale: 1, max: 1 }, samplers: {} },
  { services: ['openrouter'], model: claudeUpTo45, prefill: {} },
  { services: ['openrouter'], model: claudeFrom47, temperature: null },
  { services: ['openrouter'], model: /^(?:openai|google|x-ai)\//, samplers: {} },

  { services: ['gemini'], windowTokens: 1_048_576, thinking: [none, low], idleMs: minutes },
  // Gemini from 3 always thinks; the Flash models up to 3.6 and Flash-Lite take `minimal`.
  { services: ['gemini'], model: /gemini-(?:[3-9]|.*latest)/, thinks: true, thinking: [low] },
  {
    services: ['gemini'],
    model: /gemini-(?:3(?:\.[0-6])?-flash|.*flash-lite)/,
    thinking: [{ reasoning_effort: 'minimal' }, low],
  },
  { services: ['gemini'], model: /gemini-2\.5-flash-lite/, thinks: false, thinking: [none, low] },
  { services: ['gemini'], model: /-pro/, thinks: true, thinking: [low] },
  // Google: keep the temperature of Gemini 3 at its default.
  { services: ['gemini'], model: /gemini-(?:[3-9]|flash-latest|pro-latest|flash-lite-latest)/, temperature: null },
  { services: ['gemini'], model: /gemma/, roles: 'no-system', thinking: [], windowTokens: 131_072 },
  { services: ['gemini'], model: /gemma-?[4-9]/, windowTokens: 262_144 },

  {
    services: ['mistral'],
    windowTokens: 131_072,
    roles: 'strict',
    prefill: { message: { prefix: true } },
    seedField: 'random_seed',
    conversationField: 'prompt_cache_key',
    temperature: { scale: 1, max: 1.5 },
  },
  {
    services: ['mistral'],
    model:
      /mistral-(?:large|medium|small)-(?:latest|2508|2512|26)|mistral-medium-3|ministral-(?:8b|14b)-(?:latest|2512)/,
    windowTokens: 262_144,
  },
  { services: ['mistral'], model: /mistral-(?:medium|small)-(?:latest|26)|medium-3[.-]5/, thinking: [none] },
  // Mistral: a temperature of 0.3 for Nemo, of 0.7 for Magistral.
  { model: /mistral-nemo/, temperature: { scale: 0.5, max: 1 } },
  { model: /magistral/, temperature: { scale: 0.8, max: 1 } },

  // DeepSeek recommends a temperature of 1.5 for creative writing, where others recommend 1.
  {
    services: ['deepseek'],
    windowTokens: 1_000_000,
    thinking: [{ thinking: { type: 'disabled' } }],
    playerField: 'user_id',
    prefill: { message: { prefix: true } },
    prefillPath: '^/beta/chat/completions',
    temperature: { scale: 1.4, max: 2 },
  },

  { services: ['groq'], windowTokens: 131_072, maxTokensField: 'max_completion_tokens', playerField: 'user' },
  { services: ['groq'], model: /gpt-oss/, thinking: [{ ...low, include_reasoning: false }, low] },
  { services: ['groq'], model: /qwen/, thinks: false, thinking: [none, { reasoning_format: 'hidden' }] },

  // Servers on the operator's own hardware.
  { isLocal: true, firstByteMs: 5 * minutes, idleMs: minutes },
  // Chat templates in model files often accept nothing but user and assistant alternating.
  { services: ['local-model'], roles: 'strict', samplers: { ...localSamplers, repeat_penalty: 1.05 } },
  { services: ['ollama'], thinking: [{ think: false }] },
  { services: ['ollama'], model: /gpt-oss/, thinking: [{ think: 'low' }] },
  {
    services: ['ollama', 'llama-cpp', 'koboldcpp'],
    prefill: {},
    samplers: { ...localSamplers, repeat_penalty: 1.05 },
  },
  { services: ['lm-studio'], overflowIsSilent: true, samplers: { ...localSamplers, repeat_penalty: 1.05 } },
  {
    services: ['koboldcpp'],
    prefill: { request: { continue_assistant_turn: true } },
    samplers: { ...localSamplers, rep_pen: 1.05 },
  },
  {
    services: ['vllm'],
    prefill: { request: { add_generation_prompt: false, continue_final_message: true } },
    samplers: { ...localSamplers, repetition_penalty: 1.05 },
  },
  {
    services: ['llama-cpp', 'lm-studio', 'koboldcpp', 'vllm'],
    model: hasSwitch,
    thinking: [{ chat_template_kwargs: { enable_thinking: false } }],
  },
  { services: ['llama-cpp', 'lm-studio', 'vllm'], model: /gpt-oss/, thinking: [low] },
]
