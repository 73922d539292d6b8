import type { ContextOverflow } from './http/context-overflow.ts'
import type { LearnedFacts } from './learned-facts.ts'
import type { ModelProfile } from './model-profile.ts'
import type { ModelRequest, ModelUsage } from './provider.ts'

export interface TokenLimits {
  /** The tokens that a prompt and its reply may use. */
  contextTokens: number
  /** The model's window, or null. */
  windowTokens?: number | null
  maxReplyTokens: number
}

/** Tokens for thinking besides the reply; and after a reply that spent these and said nothing. */
const thinkingSteps = [2_000, 8_000] as const
/** The share of the window that thinking may take. */
const maxThinkingShare = 0.3
/** A shorter prompt is mostly overhead, so its count says little about the estimate. */
const minMeasuredTokens = 300
/** Percent. Counts below are of a service that leaves out cached tokens. */
const minRatio = 70
const maxRatio = 300
const minWindow = 1_024

/** How prompt, thinking and reply share the window of a model, including what was learned from its replies. */
export class TokenBudget {
  readonly #limits: TokenLimits
  readonly #profile: ModelProfile
  readonly #learned: LearnedFacts
  /** The window; `Infinity` for a service whose window is not known and is larger than any prompt of ours. */
  readonly #window: number

  constructor(limits: TokenLimits, profile: ModelProfile, learned: LearnedFacts, isLocal: boolean) {
    this.#limits = limits
    this.#profile = profile
    this.#learned = learned
    // A local server is rarely loaded with more than it needs.
    const stated = limits.windowTokens ?? (isLocal ? limits.contextTokens : Number.POSITIVE_INFINITY)
    this.#window = Math.min(stated, learned.facts.windowTokens ?? Number.POSITIVE_INFINITY)
  }

  /** The window to ask a server for. */
  get windowTokens(): number {
    return Math.min(this.#window, this.#limits.contextTokens)
  }

  get maxReplyTokens(): number {
    return Math.min(this.#limits.maxReplyTokens, Math.floor(this.#window / 2))
  }

  get thinkingTokens(): number {
    if (!this.#learned.thinks(this.#profile)) return 0
    const wanted = this.#learned.facts.thinkingTokens ?? thinkingSteps[0]
    return Math.min(wanted, Math.floor(this.#window * maxThinkingShare))
  }

  /** The tokens of prompt and reply as `estimateTokens` counts them. */
  get contextTokens(): number {
    const reply = this.maxReplyTokens
    const prompt = Math.min(this.#limits.contextTokens, this.#window - this.thinkingTokens) - reply
    return Math.max(Math.floor((prompt * 100) / this.#ratio), 1) + reply
  }

  /** The tokens that the model counts for 100 estimated ones. */
  get #ratio(): number {
    return this.#learned.facts.tokensPer100 ?? 100
  }

  learnUsage(usage: ModelUsage | null, { promptTokens = 0 }: ModelRequest): void {
    if (usage === null || promptTokens < minMeasuredTokens) return
    const measured = (usage.promptTokens / promptTokens) * 100
    const ratio = this.#ratio
    if (measured < minRatio || Math.abs(measured - ratio) < 7) return
    // A count above the estimate is applied at once: the next prompt must fit.
    this.#setRatio(measured > ratio ? measured : (measured + ratio) / 2)
  }

  learnWindow(tokens: number): void {
    this.#learned.learn({ windowTokens: Math.max(tokens, minWindow) })
  }

  /** Learns the window from a rejected request, or half of what was assumed; and how the model counts. */
  learnOverflow({ windowTokens, promptTokens }: ContextOverflow, request: ModelRequest): void {
    const assumed = Math.min(this.#window, this.#limits.contextTokens)
    const window = windowTokens ?? Math.floor(assumed / 2)
    const estimated = request.promptTokens ?? 0
    const reply = request.maxTokens + this.thinkingTokens
    this.learnWindow(window)
    if (estimated < minMeasuredTokens) return
    if (promptTokens !== null) this.#setRatio(Math.max((promptTokens / estimated) * 100, this.#ratio))
    else if ((estimated * this.#ratio) / 100 + reply <= window) this.#setRatio(this.#ratio * 1.3)
  }

  /** Gives thinking more tokens. False if there are none: the reply cannot succeed. */
  learnThinking(): boolean {
    const before = this.thinkingTokens
    this.#learned.learn({ thinks: true, ...(before > 0 && { thinkingTokens: thinkingSteps[1] }) })
    return this.thinkingTokens > before
  }

  #setRatio(percent: number): void {
    const rounded = Math.ceil(Math.min(Math.max(percent, minRatio), maxRatio) / 5) * 5
    this.#learned.learn({ tokensPer100: rounded })
  }
}
