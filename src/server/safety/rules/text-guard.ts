import { longestPhrase, matchPhrases, type Occurrence } from './match-phrases.ts'
import type { Rule } from './rule-file.ts'
import type { RuleSet } from './rule-set.ts'

/** A rule that a text breaks, and where. Offsets in the text before it (`before`) are negative. */
export interface Hit {
  rule: Rule
  start: number
  end: number
  /** What found it, if not a rule of the file. */
  foundBy?: string
}

export interface GuardOptions {
  /** Cues that count for the whole text, such as that a character is a minor. */
  contextCues?: ReadonlySet<string>
  /** The end of the text before this one. A hit can begin in it, but must end in the text itself. */
  before?: string
}

/**
 * Checks a text that arrives in pieces. Holds back only what may become part of a hit: of an ordinary text, its last
 * letters. The result does not depend on how the text is split.
 */
export class TextGuard {
  readonly #rules: RuleSet
  readonly #contextCues: ReadonlySet<string>
  /** The text from the first character that is not settled or not released. */
  #buffer = ''
  /** The offset of `#buffer` in the whole text. */
  #offset = 0
  #settled = 0
  #released = 0
  /** Phrases that an exception may still cancel, and where the exceptions of each cue end. */
  #pending: Occurrence[] = []
  readonly #excepted = new Map<string, number>()
  /** Phrases that can become a hit together with later text, by cue. */
  readonly #recent = new Map<string, Occurrence[]>()
  #steps = 0
  /** The first half of a surrogate pair at the end of the last piece. */
  #half = ''
  #hit: Hit | null = null
  #rank = Number.POSITIVE_INFINITY

  constructor(rules: RuleSet, { contextCues = new Set(), before = '' }: GuardOptions = {}) {
    this.#rules = rules
    this.#contextCues = contextCues
    if (before === '') return
    // The line break keeps the last word of one text and the first of the other apart.
    this.#offset = -before.length - 1
    this.#settled = this.#offset
    this.#buffer = `${before}\n`
    this.#scan(false)
    this.#released = 0
    this.#trim()
  }

  get hit(): Hit | null {
    return this.#hit
  }

  /** The number of steps of the search, for tests. */
  get steps(): number {
    return this.#steps
  }

  /** The end of the text that has not been released. */
  get held(): string {
    return this.#buffer.slice(Math.max(0, this.#released - this.#offset))
  }

  /** Adds text; returns what may be shown of all that was added. Nothing more is shown after a hit. */
  add(piece: string): string {
    const text = this.#half + piece
    const isCut = /[\ud800-\udbff]$/.test(text)
    this.#half = isCut ? text.slice(-1) : ''
    return this.#advance(isCut ? text.slice(0, -1) : text, false)
  }

  /** To be called with the end of the text; returns the rest of what may be shown. */
  end(piece = ''): string {
    const text = this.#half + piece
    this.#half = ''
    return this.#advance(text, true)
  }

  #advance(text: string, isEnd: boolean): string {
    if (this.#hit) return ''
    this.#buffer += text
    const held = this.#scan(isEnd)
    if (this.#hit) return ''
    const passed = this.#buffer.slice(this.#released - this.#offset, Math.max(0, held - this.#offset))
    this.#released = Math.max(this.#released, held)
    this.#trim()
    return passed
  }

  /** Finds what is new; returns the offset from which the text is held back. */
  #scan(isEnd: boolean): number {
    const from = this.#settled
    const text = this.#buffer.slice(from - this.#offset)
    const { occurrences, settled, undecided, steps } = matchPhrases(this.#rules.start, text, isEnd)
    this.#steps += text.length + steps
    this.#settled = from + settled
    const held = [from + undecided]
    for (const found of occurrences) {
      found.start += from
      found.heldFrom += from
      found.end += from
      if (found.start < this.#settled) this.#add(found)
      else if (!found.isException) held.push(this.#heldFrom(found))
    }
    this.#countUntil(this.#settled)
    held.push(...this.#pending.map((found) => this.#heldFrom(found)))
    for (const [cue, occurrences] of this.#recent) {
      // The next phrase can begin at `settled`, which may be far before the end of a long piece.
      const recent = occurrences.filter(({ start }) => this.#settled - start <= (this.#rules.reach.get(cue) ?? 0))
      if (recent.length === 0) this.#recent.delete(cue)
      else this.#recent.set(cue, recent)
      for (const found of recent) if (found.heldFrom >= this.#released) held.push(this.#heldFrom(found))
    }
    const textEnd = this.#offset + this.#buffer.length
    return isEnd ? textEnd : held.reduce((least, offset) => Math.min(least, offset), textEnd)
  }

  /** Phrases of some cues are not held back: they are only needed to complete a hit. */
  #heldFrom({ cue, heldFrom }: Occurrence): number {
    return this.#rules.held.has(cue) ? heldFrom : Number.POSITIVE_INFINITY
  }

  /** Adds a phrase or an exception. They come in the order of their starts. */
  #add(found: Occurrence): void {
    const { cue, isException, start, end } = found
    this.#countUntil(start)
    const excepted = this.#excepted.get(cue) ?? Number.NEGATIVE_INFINITY
    if (isException) {
      this.#excepted.set(cue, Math.max(excepted, end))
      this.#pending = this.#pending.filter((phrase) => phrase.cue !== cue)
    } else if (excepted <= start) this.#pending.push(found)
  }

  /** Counts the phrases that end before any further exception can begin. */
  #countUntil(offset: number): void {
    if (this.#pending.length === 0) return
    const counted = this.#pending.filter(({ end }) => end <= offset)
    if (counted.length === 0) return
    this.#pending = this.#pending.filter(({ end }) => end > offset)
    for (const found of counted) {
      const known = this.#recent.get(found.cue)
      if (known) known.push(found)
      else this.#recent.set(found.cue, [found])
      // Phrases that end before this text cannot make a hit with each other.
      if (found.end > 0) this.#evaluate(found)
    }
  }

  #evaluate(found: Occurrence): void {
    for (const { rule, rank } of this.#rules.rulesOf.get(found.cue) ?? []) {
      const hit = rank < this.#rank ? this.#complete(rule, found) : null
      if (!hit) continue
      this.#hit = hit
      this.#rank = rank
    }
  }

  /** The hit of a rule that has this phrase, if its other cues are context cues or nearby. */
  #complete(rule: Rule, found: Occurrence): Hit | null {
    const isContext = rule.context.includes(found.cue)
    let start = isContext ? Number.POSITIVE_INFINITY : found.heldFrom
    let end = isContext ? Number.NEGATIVE_INFINITY : found.end
    for (const cue of [...rule.all, ...rule.context]) {
      if (cue === found.cue || this.#contextCues.has(cue)) continue
      const near = this.#findNear(cue, found, rule)
      if (!near) return null
      if (rule.context.includes(cue)) continue
      start = Math.min(start, near.heldFrom)
      end = Math.max(end, near.end)
    }
    return { rule, start, end }
  }

  /** For the action `help`, all cues must be in the text itself: the text before is by another speaker. */
  #findNear(cue: string, { start, end }: Occurrence, { window, action }: Rule): Occurrence | undefined {
    const occurrences = this.#recent.get(cue) ?? []
    for (let index = occurrences.length - 1; index >= 0; index -= 1) {
      const other = occurrences[index]
      // They are in the order of their ends, but for the length of a phrase.
      if (!other || other.end < start - window - longestPhrase) return undefined
      if (action === 'help' && other.end <= 0) continue
      if (Math.max(other.end, end) - Math.min(other.start, start) <= window) return other
    }
    return undefined
  }

  /** Drops the text that is settled and released. */
  #trim(): void {
    const keep = Math.min(this.#settled, this.#released)
    if (keep <= this.#offset) return
    this.#buffer = this.#buffer.slice(keep - this.#offset)
    this.#offset = keep
  }
}

/** Checks a whole text. */
export function checkText(rules: RuleSet, text: string, options: GuardOptions = {}): Hit | null {
  const guard = new TextGuard(rules, options)
  guard.end(text)
  return guard.hit
}
