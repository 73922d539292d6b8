import type { PromptMessage } from '#engine/prompt/input.ts'
import { parseErrorBody } from './http/classify-error.ts'
import { ErrorResponse } from './http/upstream-error.ts'
import { needsStrictRoles } from './messages/strict-roles.ts'
import type { Fields, ModelProfile } from './model-profile.ts'

/** How long a measured fact is used. A server may be restarted with other settings, and a router may use another model. */
export const factLifetimeMs = 60 * 60 * 1_000
/** How long a refusal is used. A service may change, and learning it again costs one request. */
export const refusalLifetimeMs = 7 * 24 * factLifetimeMs

/** What a rejected request has shown. It is stored. */
export type Refusal = `${string} rejected` | 'strict roles' | 'no system role'

/** What a reply has shown. It is kept in memory. */
type Measurement = 'window' | 'thinks' | 'thinking tokens' | 'tokens per 100 estimated'

type Fact = Refusal | Measurement

export interface LearnedFactsOptions {
  now: () => number
  /** For the log: one line for each new fact. */
  onFact: (fact: string) => void
  /** Called with each new refusal. */
  onRefusal?: (refusal: Refusal, value: number) => void
  /** The facts to use where nothing was learned from this model. */
  base?: LearnedFacts
}

/** A field that was sent and that its request can do without. */
const requiredFields = new Set(['model', 'messages', 'system', 'stream', 'options'])

const notSupported =
  /unsupported|not (?:be )?(?:supported|permitted|allowed|accepted|available|enabled)|does(?:n't| not) support|deprecated|unrecognized|unknown|unexpected|extra|removed|only the default|invalid|valid values|must be|cannot be/i
const thinkingRejected = /reason|think|effort/i
const namesRejected = /messages\b.{0,20}\bname\b|property ['"`]name['"`]/i
const prefillRejected = /prefill|must end with a user|last message (?:must|should|role)|last role/i
const noSystemRole =
  /system (?:message|role|instruction|prompt)s?.{0,40}not (?:supported|enabled)|developer instruction is not/i
const rolesMustAlternate =
  /roles? must alternate|alternat\w+ user|system (?:message|role).{0,40}(?:beginning|first)|only user(?:,| and).{0,40}roles/i
/** Any other rejection that names roles: "Unexpected role 'system' after role 'assistant'". */
const namesRoles = /\broles?\b.{0,80}\b(?:system|user|assistant)\b|\b(?:system|user|assistant)\b.{0,80}\broles?\b/i

/**
 * What was learned from the replies of one model: the fields it rejects, its window, whether it thinks, how it counts
 * tokens.
 */
export class LearnedFacts {
  readonly #facts = new Map<Fact, { value: number; until: number }>()
  readonly #options: LearnedFactsOptions

  constructor(options: LearnedFactsOptions) {
    this.#options = options
  }

  get(name: Fact): number | undefined {
    const fact = this.#facts.get(name)
    if (fact !== undefined && this.#options.now() < fact.until) return fact.value
    this.#facts.delete(name)
    return this.#options.base?.get(name)
  }

  has(name: Fact): boolean {
    return this.get(name) !== undefined
  }

  set(name: Fact, value = 1): true {
    const isNew = this.get(name) !== value
    if (isNew) this.#options.onFact(value === 1 ? name : `${name} = ${value}`)
    const now = this.#options.now()
    if (isRefusal(name)) {
      this.restore(name, value, now)
      if (isNew) this.#options.onRefusal?.(name, value)
    } else this.#facts.set(name, { value, until: now + factLifetimeMs })
    return true
  }

  /** A refusal that this process or another one has learned. */
  restore(refusal: Refusal, value: number, learnedAt: number): void {
    this.#facts.set(refusal, { value, until: learnedAt + refusalLifetimeMs })
  }

  /** The fields about thinking that were not rejected yet. */
  thinkingFields(profile: ModelProfile): Fields {
    return profile.thinking[this.get('thinking fields rejected') ?? 0] ?? {}
  }

  /** Whether the model thinks: its profile says so, or a reply did. */
  thinks(profile: ModelProfile): boolean {
    return profile.thinks || this.has('thinks') || this.has('thinking fields rejected')
  }

  /** Learns from an error which part of the request was rejected. True if there was one: a retry can succeed. */
  learnFrom(error: unknown, sent: Fields, profile: ModelProfile): boolean {
    if (!(error instanceof ErrorResponse)) return false
    const body = parseErrorBody(error.body)
    const message = body.message.slice(0, 2_000)
    if (endsWithReply(sent.messages) && prefillRejected.test(message)) return this.set('prefill rejected')
    const isInvalid = error.status === 400 || error.status === 422
    const lacksSystem = noSystemRole.test(message)
    const isAboutOrder = rolesMustAlternate.test(message) || (isInvalid && !lacksSystem && namesRoles.test(message))
    if (needsStrictRoles(sent.messages) && isAboutOrder) return this.set('strict roles')
    if (hasSystemRole(sent.messages) && (lacksSystem || isAboutOrder)) return this.set('no system role')
    if (!isInvalid) return false
    if (hasNames(sent.messages) && namesRejected.test(`${body.param} ${message}`)) return this.set('names rejected')
    if (thinkingRejected.test(`${message} ${body.param}`) && this.#rejectThinking(sent, profile)) return true
    const rejected = Object.keys(sent).filter((field) => isRejected(field, message, body.param))
    for (const field of rejected) {
      const isPrefill = field in (profile.prefill?.request ?? {})
      this.set(isPrefill ? 'prefill rejected' : `${field} rejected`)
    }
    return rejected.length > 0
  }

  #rejectThinking(sent: Fields, profile: ModelProfile): boolean {
    const used = profile.thinking.findIndex((fields) =>
      Object.entries(fields).every(([name, value]) => JSON.stringify(sent[name]) === JSON.stringify(value)),
    )
    if (used === -1) return false
    return this.set('thinking fields rejected', Math.max(used + 1, this.get('thinking fields rejected') ?? 0))
  }
}

function isRefusal(fact: Fact): fact is Refusal {
  return fact.endsWith(' rejected') || fact === 'strict roles' || fact === 'no system role'
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

function hasNames(messages: unknown): boolean {
  return Array.isArray(messages) && messages.some((message: PromptMessage) => message.name !== undefined)
}
