import { type Occurrence, PhraseFinder } from './find-phrases.ts'
import type { RuleSet } from './phrases.ts'
import type { Rule } from './rule-file.ts'

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

/** Longer parts are read in several, so that the phrases found at a time are few. */
const longestPart = 250

/**
 * Checks a text that arrives in parts. Holds back only what may become part of a hit: of an ordinary text, the letters of
 * a word that may become one of a rule. Whether there is a hit does not depend on the parts.
 */
export class TextGuard {
  /** What is found so far. If the text breaks several rules, the first of the file. */
  hit: Hit | null = null
  /** The end of the text, which has not been released. */
  held = ''
  /** The offset of `held`. */
  #released = 0
  readonly #rules: Rule[]
  readonly #contextCues: ReadonlySet<string>
  readonly #finder: PhraseFinder
  /** Phrases that an exception may still overlap, and the exceptions. */
  #undecided: Occurrence[] = []
  /** Of each cue, the phrase that begins last. It can become a hit together with later ones. */
  readonly #latest = new Map<string, Occurrence>()

  constructor(rules: RuleSet, { contextCues = new Set(), before = '' }: GuardOptions = {}) {
    this.#rules = rules.rules
    this.#contextCues = contextCues
    // The line break keeps the last word of one text and the first of the other apart.
    this.#finder = new PhraseFinder(rules, before === '' ? 0 : -before.length - 1)
    if (before !== '') this.#scan(`${before}\n`, false)
  }

  /** Adds text; returns what may be shown of all that was added. Nothing more is shown after a hit. */
  add(text: string): string {
    let shown = ''
    for (let from = 0; from < text.length; from += longestPart) {
      shown += this.#advance(text.slice(from, from + longestPart), false)
    }
    return shown
  }

  /** To be called with the end of the text; returns the rest of what may be shown. */
  end(text = ''): string {
    return this.add(text) + this.#advance('', true)
  }

  #advance(part: string, isEnd: boolean): string {
    this.held += part
    const heldFrom = this.#scan(part, isEnd)
    if (this.hit) return ''
    const shown = this.held.slice(0, isEnd ? this.held.length : Math.max(0, heldFrom - this.#released))
    this.held = this.held.slice(shown.length)
    this.#released += shown.length
    return shown
  }

  /** Finds what is new; returns the offset from which the text is held back. */
  #scan(part: string, isEnd: boolean): number {
    const all = [...this.#undecided, ...this.#finder.add(part, isEnd)]
    const { settled, held } = this.#finder
    const exceptions = all.filter(({ isException }) => isException)
    const standing = all.filter((phrase) => !exceptions.some((other) => cancels(other, phrase)))
    standing.sort((one, other) => one.end - other.end || one.heldFrom - other.heldFrom)
    for (const found of standing) if (found.end <= settled && !found.isException) this.#count(found)
    this.#undecided = standing.filter(({ end }) => end > settled)
    const recent = [...this.#latest.values()].filter(({ rules, start }) =>
      rules.some(({ window }) => settled - start <= window),
    )
    const waiting = [...this.#undecided, ...recent].filter(({ isHeld, end }) => isHeld && end >= this.#released)
    return Math.min(held, ...waiting.map(({ heldFrom }) => heldFrom))
  }

  /** Takes a phrase that no exception overlaps. They come in the order of their ends. */
  #count(found: Occurrence): void {
    const { cue, rules, start, end } = found
    if (start >= (this.#latest.get(cue)?.start ?? start)) this.#latest.set(cue, found)
    // Phrases that end before this text cannot make a hit with each other.
    if (end <= 0) return
    for (const rule of rules) {
      if (this.hit && this.#rules.indexOf(rule) >= this.#rules.indexOf(this.hit.rule)) return
      this.hit = this.#complete(rule, found) ?? this.hit
    }
  }

  /** The hit of a rule that has this phrase, if its other cues are context cues or nearby. */
  #complete(rule: Rule, found: Occurrence): Hit | null {
    const hit: Hit = { rule, start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY }
    for (const cue of [...rule.all, ...rule.context]) {
      if (cue !== found.cue && this.#contextCues.has(cue)) continue
      const near = cue === found.cue ? found : this.#latest.get(cue)
      if (!near || (near !== found && found.end - Math.min(near.start, found.start) > rule.window)) return null
      // For the action `help`, all cues must be in the text itself: the text before is by another speaker.
      if (rule.action === 'help' && near.end <= 0) return null
      if (rule.context.includes(cue)) continue
      hit.start = Math.min(hit.start, near.heldFrom)
      hit.end = Math.max(hit.end, near.end)
    }
    return hit
  }
}

const cancels = (exception: Occurrence, { cue, isException, start, end }: Occurrence): boolean =>
  !isException && exception.cue === cue && exception.start < end && exception.end > start
