import { z } from 'zod'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { parseErrorBody } from './http/classify-error.ts'
import { ErrorResponse } from './http/upstream-error.ts'
import { needsStrictRoles } from './messages/strict-roles.ts'
import type { Fields, ModelProfile } from './model-profile.ts'

/** How long a measured fact is used. A server may be restarted with other settings, and a router may use another model. */
export const factLifetimeMs = 60 * 60 * 1_000
/** How long a refusal is used. A service may change, and learning it again costs one request. */
export const refusalLifetimeMs = 7 * 24 * factLifetimeMs

/** What rejected requests have shown. It is stored. */
export const Refusals = z
  .object({
    /** Fields of the request. */
    rejectedFields: z.array(z.string()),
    /** How many of the fields about thinking, in the order of the profile. */
    rejectedThinking: z.number().int(),
    rejectsPrefill: z.boolean(),
    /** Of messages. */
    rejectsNames: z.boolean(),
    rejectsSystemRole: z.boolean(),
    needsStrictRoles: z.boolean(),
  })
  .partial()
export type Refusals = z.infer<typeof Refusals>

/** What replies have shown. It is kept in memory. */
interface Measurements {
  thinks?: true
  thinkingTokens?: number
  windowTokens?: number
  /** The tokens that the model counts for 100 estimated ones. */
  tokensPer100?: number
}

export type Facts = Refusals & Measurements

export interface LearnedFactsOptions {
  now: () => number
  /** For the log: what is new. `behind`: the model behind a router that it was learned of. */
  onFact: (fact: Facts & { behind?: string }) => void
  /** Called when a refusal is new, with all of them. */
  onRefusal?: (refusals: Refusals) => void
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
  readonly #options: LearnedFactsOptions
  #refusals: { facts: Refusals; at: number } = { facts: {}, at: Number.NEGATIVE_INFINITY }
  #measurements: { facts: Measurements; at: number } = { facts: {}, at: Number.NEGATIVE_INFINITY }

  constructor(options: LearnedFactsOptions) {
    this.#options = options
  }

  get facts(): Facts {
    const now = this.#options.now()
    return {
      ...this.#options.base?.facts,
      ...(now < this.#refusals.at + refusalLifetimeMs && this.#refusals.facts),
      ...(now < this.#measurements.at + factLifetimeMs && this.#measurements.facts),
    }
  }

  measure(facts: Measurements): void {
    this.#report(facts)
    const { at, facts: before } = this.#measurements
    const now = this.#options.now()
    this.#measurements = { facts: { ...(now < at + factLifetimeMs && before), ...facts }, at: now }
  }

  /** True: a retry can succeed. */
  #refuse(refusals: Refusals): true {
    const isNew = this.#report(refusals)
    const { at, facts: before } = this.#refusals
    const now = this.#options.now()
    this.#refusals = { facts: { ...(now < at + refusalLifetimeMs && before), ...refusals }, at: now }
    if (isNew) this.#options.onRefusal?.(this.#refusals.facts)
    return true
  }

  #report(facts: Facts): boolean {
    const known = this.facts
    const isNew = JSON.stringify({ ...known, ...facts }) !== JSON.stringify(known)
    if (isNew) this.#options.onFact(facts)
    return isNew
  }

  /** Takes what this process or another one has stored, if it is newer. */
  restore(facts: Refusals, learnedAt: number): void {
    if (learnedAt > this.#refusals.at) this.#refusals = { facts, at: learnedAt }
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
    if (endsWithReply(sent.messages) && prefillRejected.test(message)) return this.#refuse({ rejectsPrefill: true })
    const isInvalid = error.status === 400 || error.status === 422
    const lacksSystem = noSystemRole.test(message)
    const isAboutOrder = rolesMustAlternate.test(message) || (isInvalid && !lacksSystem && namesRoles.test(message))
    if (needsStrictRoles(sent.messages) && isAboutOrder) return this.#refuse({ needsStrictRoles: true })
    if (hasSystemRole(sent.messages) && (lacksSystem || isAboutOrder)) return this.#refuse({ rejectsSystemRole: true })
    if (!isInvalid) return false
    if (hasNames(sent.messages) && namesRejected.test(`${body.param} ${message}`))
      return this.#refuse({ rejectsNames: true })
    if (thinkingRejected.test(`${message} ${body.param}`) && this.#rejectThinking(sent, profile)) return true
    const rejected = Object.keys(sent).filter((field) => isRejected(field, message, body.param))
    if (rejected.length === 0) return false
    const own = rejected.filter((field) => !(field in (profile.prefill?.request ?? {})))
    if (own.length < rejected.length) this.#refuse({ rejectsPrefill: true })
    const known = this.facts.rejectedFields ?? []
    return own.length === 0 || this.#refuse({ rejectedFields: [...new Set([...known, ...own])] })
  }

  #rejectThinking(sent: Fields, profile: ModelProfile): boolean {
    const used = profile.thinking.findIndex((fields) =>
      Object.entries(fields).every(([name, value]) => JSON.stringify(sent[name]) === JSON.stringify(value)),
    )
    if (used === -1) return false
    return this.#refuse({ rejectedThinking: Math.max(used + 1, this.facts.rejectedThinking ?? 0) })
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

function hasNames(messages: unknown): boolean {
  return Array.isArray(messages) && messages.some((message: PromptMessage) => message.name !== undefined)
}
