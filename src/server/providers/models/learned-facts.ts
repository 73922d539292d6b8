import type { PromptMessage } from '#engine/prompt/input.ts'
import { parseErrorBody } from './http/classify-error.ts'
import { ErrorResponse } from './http/upstream-error.ts'
import { needsStrictRoles } from './messages/strict-roles.ts'
import type { Fields, ModelProfile } from './model-profile.ts'

/** How long facts are used after the last one was learned: a server may be restarted with other settings. */
export const factLifetimeMs = 60 * 60 * 1_000

/** What rejected requests and replies have shown of a model. */
export interface Facts {
  /** Fields of the request. */
  rejectedFields?: string[]
  /** How many of the fields about thinking were rejected, in the order of the profile. */
  rejectedThinking?: number
  rejectsPrefill?: true
  rejectsSystemRole?: true
  needsStrictRoles?: true
  thinks?: true
  thinkingTokens?: number
  windowTokens?: number
  /** The tokens that the model counts for 100 estimated ones. */
  tokensPer100?: number
}

/** A field that was sent and that its request can do without. */
const requiredFields = new Set(['model', 'messages', 'system', 'stream', 'options'])

const notSupported =
  /unsupported|not (?:be )?(?:supported|permitted|allowed|accepted|available|enabled)|does(?:n't| not) support|deprecated|unrecognized|unknown|unexpected|extra|removed|only the default|invalid|valid values|must be|cannot be/i
const thinkingRejected = /reason|think|effort/i
const prefillRejected = /prefill|must end with a user|last message (?:must|should|role)|last role/i
const noSystemRole =
  /system (?:message|role|instruction|prompt)s?.{0,40}not (?:supported|enabled)|developer instruction is not/i
const rolesMustAlternate =
  /roles? must alternate|alternat\w+ user|system (?:message|role).{0,40}(?:beginning|first)|only user(?:,| and).{0,40}roles/i
/** Any other rejection that names roles: "Unexpected role 'system' after role 'assistant'". */
const namesRoles = /\broles?\b.{0,80}\b(?:system|user|assistant)\b|\b(?:system|user|assistant)\b.{0,80}\broles?\b/i

/**
 * What was learned from the replies of one model: the fields it rejects, its window, whether it thinks, how it counts
 * tokens. Kept in memory: learning it again costs one request.
 */
export class LearnedFacts {
  readonly #now: () => number
  readonly #onFact: (fact: Facts) => void
  #learned: { facts: Facts; at: number } = { facts: {}, at: Number.NEGATIVE_INFINITY }

  /** `onFact`: called with what is new, for the log. */
  constructor(now: () => number, onFact: (fact: Facts) => void) {
    this.#now = now
    this.#onFact = onFact
  }

  get facts(): Facts {
    const { facts, at } = this.#learned
    return this.#now() < at + factLifetimeMs ? facts : {}
  }

  /** True: a request that was rejected can succeed now. */
  learn(facts: Facts): true {
    const known = this.facts
    const all = { ...known, ...facts }
    if (JSON.stringify(all) !== JSON.stringify(known)) this.#onFact(facts)
    this.#learned = { facts: all, at: this.#now() }
    return true
  }

  /** The fields about thinking that were not rejected yet. */
  thinkingFields(profile: ModelProfile): Fields {
    return profile.thinking[this.facts.rejectedThinking ?? 0] ?? {}
  }

  /** Whether the model thinks: its profile says so, or a reply did. */
  thinks(profile: ModelProfile): boolean {
    const { thinks = false, rejectedThinking } = this.facts
    return profile.thinks || thinks || rejectedThinking !== undefined
  }

  /** Learns from an error which part of the request was rejected. True if there was one: a retry can succeed. */
  learnFrom(error: unknown, sent: Fields, profile: ModelProfile): boolean {
    if (!(error instanceof ErrorResponse)) return false
    const body = parseErrorBody(error.body)
    const message = body.message.slice(0, 2_000)
    if (endsWithReply(sent.messages) && prefillRejected.test(message)) return this.learn({ rejectsPrefill: true })
    const isInvalid = error.status === 400 || error.status === 422
    const lacksSystem = noSystemRole.test(message)
    const isAboutOrder = rolesMustAlternate.test(message) || (isInvalid && !lacksSystem && namesRoles.test(message))
    if (needsStrictRoles(sent.messages) && isAboutOrder) return this.learn({ needsStrictRoles: true })
    if (hasSystemRole(sent.messages) && (lacksSystem || isAboutOrder)) return this.learn({ rejectsSystemRole: true })
    if (!isInvalid) return false
    if (thinkingRejected.test(`${message} ${body.param}`) && this.#rejectThinking(sent, profile)) return true
    const rejected = Object.keys(sent).filter((field) => isRejected(field, message, body.param))
    if (rejected.length === 0) return false
    const own = rejected.filter((field) => !(field in (profile.prefill?.request ?? {})))
    if (own.length < rejected.length) this.learn({ rejectsPrefill: true })
    const known = this.facts.rejectedFields ?? []
    return own.length === 0 || this.learn({ rejectedFields: [...new Set([...known, ...own])] })
  }

  #rejectThinking(sent: Fields, profile: ModelProfile): boolean {
    const used = profile.thinking.findIndex((fields) =>
      Object.entries(fields).every(([name, value]) => JSON.stringify(sent[name]) === JSON.stringify(value)),
    )
    if (used === -1) return false
    return this.learn({ rejectedThinking: Math.max(used + 1, this.facts.rejectedThinking ?? 0) })
  }
}

/** "Use 'max_completion_tokens' instead" names two fields. Only one that was sent can be rejected. */
function isRejected(field: string, message: string, param: string): boolean {
  if (requiredFields.has(field)) return false
  const isNamed = param === field || new RegExp(`\\b${field}\\b`).test(message)
  return isNamed && (field === 'stream_options' || notSupported.test(message))
}

function endsWithReply(messages: unknown): boolean {
  return Array.isArray(messages) && (messages.at(-1) as PromptMessage | undefined)?.role === 'assistant'
}

function hasSystemRole(messages: unknown): boolean {
  return Array.isArray(messages) && messages.some((message: PromptMessage) => message.role === 'system')
}
