import { matchPhrases, type Occurrence } from './match-phrases.ts'
import type { Rule } from './rule-file.ts'
import type { RuleSet } from './rule-set.ts'

/** A rule that a text breaks, and where. Offsets before the text (in what came before it) are negative. */
export interface Hit {
  rule: Rule
  start: number
  end: number
  /** What found it, where that was not a rule of the file. */
  foundBy?: string
}

export interface GuardOptions {
  /** Cues that hold for the whole text, such as a character who is a minor. */
  standing?: ReadonlySet<string>
  /** The end of what came before the text. It can be part of a hit, and is none alone. */
  before?: string
}

/**
 * Checks a text that arrives in pieces. It holds back whatever may be part of a hit, and lets everything else pass at
 * once: an ordinary text waits for no more than its last letters. What it finds does not depend on how the text is cut.
 */
export class TextGuard {
  readonly #rules: RuleSet
  readonly #standing: ReadonlySet<string>
  /** The text from the first character that is not settled or not released. */
  #buffer = ''
  /** The offset of `#buffer` in the whole text. */
  #offset = 0
  #settled = 0
  #released = 0
  /** What can still be part of a hit with what comes next. */
  #recent: Occurrence[] = []
  /** Half a surrogate pair. */
  #half = ''
  #hit: Hit | null = null

  constructor(rules: RuleSet, { standing = new Set(), before = '' }: GuardOptions = {}) {
    this.#rules = rules
    this.#standing = standing
    if (before === '') return
    // A line break: the words of two texts are not joined.
    this.#offset = -before.length - 1
    this.#settled = this.#offset
    this.#buffer = `${before}\n`
    this.#scan(false, true)
    this.#released = 0
    this.#trim()
  }

  get hit(): Hit | null {
    return this.#hit
  }

  /** The end of the text, which has not been released. */
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

  /** To be called at the end of the text; returns the rest of what may be shown. */
  end(): string {
    const half = this.#half
    this.#half = ''
    return this.#advance(half, true)
  }

  #advance(text: string, isEnd: boolean): string {
    if (this.#hit) return ''
    this.#buffer += text
    const held = this.#scan(isEnd, false)
    if (this.#hit) return ''
    const passed = this.#buffer.slice(this.#released - this.#offset, Math.max(0, held - this.#offset))
    this.#released = Math.max(this.#released, held)
    this.#trim()
    return passed
  }

  /** Finds what is new; returns the offset from which the text is held back. */
  #scan(isEnd: boolean, isBefore: boolean): number {
    const from = this.#settled
    const result = matchPhrases(this.#rules.root, this.#buffer.slice(from - this.#offset), isEnd)
    this.#settled = from + result.settled
    const added = result.occurrences.map((found) => ({
      ...found,
      start: found.start + from,
      heldFrom: found.heldFrom + from,
      end: found.end + from,
    }))
    this.#recent.push(...added)
    if (!isBefore) this.#evaluate(added)
    const textEnd = this.#offset + this.#buffer.length
    this.#recent = this.#recent.filter(({ start, cue }) => textEnd - start <= this.#reach(cue))
    if (isEnd) return textEnd
    const live = this.#recent.filter(
      (found) => found.heldFrom >= this.#released && !found.isException && this.#isHeld(found.cue),
    )
    return Math.min(from + result.undecided, textEnd, ...live.map(({ heldFrom }) => heldFrom))
  }

  /** How far a phrase can be from what makes it a hit. */
  #reach(cue: string): number {
    return Math.max(0, ...(this.#rules.rulesOf.get(cue) ?? []).map(({ window }) => window))
  }

  #isHeld(cue: string): boolean {
    return (this.#rules.rulesOf.get(cue) ?? []).some(({ all }) => all.includes(cue))
  }

  #evaluate(added: Occurrence[]): void {
    for (const found of added) {
      if (found.isException || this.#isExcepted(found)) continue
      for (const rule of this.#rules.rulesOf.get(found.cue) ?? []) {
        const hit = this.#complete(rule, found)
        if (hit && (!this.#hit || this.#rank(rule) < this.#rank(this.#hit.rule))) this.#hit = hit
      }
    }
  }

  /** Where several rules are broken, the first of the file counts. */
  #rank(rule: Rule): number {
    return this.#rules.rules.indexOf(rule)
  }

  #isExcepted({ cue, start, end }: Occurrence): boolean {
    return this.#recent.some(
      (other) => other.isException && other.cue === cue && other.start < end && start < other.end,
    )
  }

  /** The hit of a rule that a phrase is part of, if each of its other cues holds or is near. */
  #complete(rule: Rule, found: Occurrence): Hit | null {
    const isContext = rule.context.includes(found.cue)
    let start = isContext ? Number.POSITIVE_INFINITY : found.heldFrom
    let end = isContext ? Number.NEGATIVE_INFINITY : found.end
    for (const cue of [...rule.all, ...rule.context]) {
      if (cue === found.cue || this.#standing.has(cue)) continue
      const near = this.#recent.find(
        (other) =>
          other.cue === cue &&
          !other.isException &&
          !this.#isExcepted(other) &&
          Math.max(other.end, found.end) - Math.min(other.start, found.start) <= rule.window,
      )
      if (!near) return null
      if (rule.context.includes(cue)) continue
      start = Math.min(start, near.heldFrom)
      end = Math.max(end, near.end)
    }
    return { rule, start, end }
  }

  /** Forgets the text that is settled and released. */
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
  guard.add(text)
  guard.end()
  return guard.hit
}
