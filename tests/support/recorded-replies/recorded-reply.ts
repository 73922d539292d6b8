import type { ModelResult, ModelUsage } from '#server/providers/models/provider.ts'
import type { ChatErrorType } from '#shared/errors.ts'

/** A reply in the shape that a service documents, and what it must become. */
export interface RecordedReply {
  name: string
  status?: number
  headers?: Record<string, string>
  body: string
  expected: Expected
}

export interface Expected {
  text?: string
  finish?: ModelResult['finish']
  usage?: Partial<ModelUsage>
  error?: ChatErrorType | 'overflow'
  retryAfter?: number
}

/** What each service is tried with. */
export const replyKinds = [
  'reply',
  'usage',
  'thinking',
  'cut',
  'refusal',
  'filter',
  'overflow',
  'error inside',
  'rate limit',
  'quota',
] as const
export type ReplyKind = (typeof replyKinds)[number]

/** What a recorded reply is a case of. */
export function kindsOf({ name, expected }: RecordedReply): ReplyKind[] {
  const { text, finish, error } = expected
  const isWhole = finish === 'stop' && text === spoken
  const kinds: Record<ReplyKind, boolean> = {
    reply: isWhole && name.startsWith('a reply'),
    usage: expected.usage !== undefined,
    thinking: isWhole && name.includes('thinking'),
    cut: finish === 'length',
    refusal: error === 'content_refused' || (finish === 'filter' && text !== spoken),
    filter: finish === 'filter' && text === spoken,
    overflow: error === 'overflow',
    'error inside': error === 'server_error' && text === spoken,
    'rate limit': error === 'rate_limited',
    quota: error === 'quota_exceeded',
  }
  return replyKinds.filter((kind) => kinds[kind])
}

export interface RecordedService {
  id: string
  model: string
  /** Where the shapes are documented. */
  sources: readonly string[]
  /** Kinds that the service has not, and why. */
  absent?: Partial<Record<ReplyKind, string>>
  replies: readonly RecordedReply[]
}

/** What every recorded reply says. */
export const spoken = '*The lamp turns.* "Café?"'
/** What no reply may show. */
export const thought = 'They want tea, so I brew it.'
export const usage = { promptTokens: 812, replyTokens: 33, cachedTokens: 640 }

export const sse = (...events: (object | string)[]): string =>
  events.map((event) => (typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`)).join('')

export const done = 'data: [DONE]\n\n'

const tokenCounts = {
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.replyTokens,
  total_tokens: usage.promptTokens + usage.replyTokens,
}

/** The events of a service with OpenAI's protocol. `extra`: what it adds to every event. */
export function chunks(extra: object = {}, details: object = { prompt_tokens_details: { cached_tokens: 640 } }) {
  const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    ...extra,
    choices: [{ index: 0, delta, finish_reason: finish, ...more }],
  })
  const say = (text = spoken) => [
    chunk({ role: 'assistant', content: '' }),
    ...(text.match(/.{1,9}/gs) ?? []).map((content) => chunk({ content })),
  ]
  const end = (finish = 'stop') => [
    chunk({}, finish),
    { id: 'c1', ...extra, choices: [], usage: { ...tokenCounts, ...details } },
    done,
  ]
  return { chunk, say, end }
}

export const reply = (name: string, body: string, expected: Expected): RecordedReply => ({ name, body, expected })

/** An error in the shape of OpenAI's, which most services have. */
export const errorOf = (message: string, more: object = {}) => ({ error: { message, ...more } })

export const rejection = (
  name: string,
  status: number,
  error: object,
  expected: Expected,
  headers: Record<string, string> = {},
): RecordedReply => ({ name, status, headers, body: JSON.stringify(error), expected })

export const whole: Expected = { text: spoken, finish: 'stop', usage }
export const wholeWithoutCache: Expected = { text: spoken, finish: 'stop', usage: { ...usage, cachedTokens: 0 } }
export const cutShort: Expected = { text: spoken, finish: 'length' }
export const filtered: Expected = { text: spoken, finish: 'filter' }
export const refused: Expected = { text: '', error: 'content_refused' }
export const brokenOff: Expected = { text: spoken, error: 'server_error' }
export const overflow: Expected = { text: '', error: 'overflow' }
export const outOfQuota: Expected = { text: '', error: 'quota_exceeded' }
export const rateLimited = (retryAfter?: number): Expected => ({
  text: '',
  error: 'rate_limited',
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

/** A refusal that only its words tell. */
export const inWords: Expected = { text: "I'm sorry, but I can't help with that.", finish: 'filter' }

/** What a proxy in front of a local server answers (nginx, LiteLLM), whatever the server is. */
export const ofProxy: readonly RecordedReply[] = [
  rejection('a rate limit of a proxy', 429, { error: { message: 'Too Many Requests' } }, rateLimited(7), {
    'retry-after': '7',
  }),
  rejection(
    'an exceeded budget of a proxy',
    400,
    { error: { message: 'Budget has been exceeded!', type: 'budget_exceeded', param: null, code: '400' } },
    outOfQuota,
  ),
]
