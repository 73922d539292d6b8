import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { assertUsable, compileRules, type RuleSets } from './rules/phrases.ts'
import { readDisguised } from './rules/read-disguised.ts'
import { readRules, type Surface } from './rules/rule-file.ts'
import { type GuardOptions, type Hit, TextGuard } from './rules/text-guard.ts'

export interface CheckOptions extends GuardOptions {
  /** Whether the chat filter is on. */
  isFiltered: boolean
}

/** Characters that are checked without a pause: some milliseconds, or some ten for the worst text. */
const partLength = 16_000
/**
 * The rules about minors need the cue that the character's rating is above general. With that cue alone, only they
 * match.
 */
const anyRating: CheckOptions = { isFiltered: false, contextCues: new Set(['adult-rated']) }
const isAboutMinors = (hit: Hit | null): boolean => hit?.rule.category === 'minors'
const minorCues: ReadonlySet<string> = new Set(['minor'])
const noCues: ReadonlySet<string> = new Set()

/** The rules of the safety policy, the same for every account. They need no service, so no failure switches them off. */
export class SafetyPolicy {
  readonly version: string
  readonly #rules: RuleSets
  readonly #minors = new LRUCache<string, boolean>({ max: 2_000 })

  /** @throws RuleFileError when the operator's file cannot be used */
  constructor(operatorFile?: string) {
    const file = readRules(operatorFile)
    if (operatorFile !== undefined) assertUsable(file)
    this.version = file.version
    this.#rules = compileRules(file)
  }

  check(surface: Surface, text: string, options: CheckOptions): Hit | null {
    const parts = this.#checkParts(surface, text, options)
    for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value
  }

  /** As `check`. Other requests are answered between the parts of a long text. */
  async checkInParts(surface: Surface, text: string, options: CheckOptions): Promise<Hit | null> {
    const parts = this.#checkParts(surface, text, options)
    for (let part = parts.next(); ; part = parts.next()) {
      if (part.done) return part.value
      await setImmediate()
    }
  }

  /** Checks the text, and what it says if its letters or words are changed throughout, and pauses after long parts. */
  *#checkParts(surface: Surface, text: string, options: CheckOptions): Generator<void, Hit | null> {
    const { vocabulary } = this.#rules(surface, options.isFiltered)
    for (const reading of [text, ...readDisguised(text, vocabulary)]) {
      const guard = this.guard(surface, options)
      for (let from = 0; from < reading.length; from += partLength) {
        if (from > 0) yield
        guard.add(reading.slice(from, from + partLength))
      }
      guard.end()
      if (guard.hit) return reading === text ? guard.hit : { ...guard.hit, start: 0, end: text.length }
    }
    return null
  }

  /** A guard for a text that arrives in parts. */
  guard(surface: Surface, { isFiltered, ...options }: CheckOptions): TextGuard {
    return new TextGuard(this.#rules(surface, isFiltered), options)
  }

  /**
   * The cues that a character or persona adds to every text of a chat: `minor` makes every sexual text a hit.
   *
   * @param key its id and version
   */
  contextCues(key: string, readText: () => string): ReadonlySet<string> {
    const isMinor = this.#minors.get(key) ?? isAboutMinors(this.check('character', readText(), anyRating))
    this.#minors.set(key, isMinor)
    return isMinor ? minorCues : noCues
  }

  /** Computes the result of `contextCues` ahead. Other requests are answered between the parts of a long text. */
  async prepareCues(key: string, readText: () => string | Promise<string>): Promise<void> {
    if (!this.#minors.has(key)) this.#minors.set(key, await this.presentsMinor(await readText()))
  }

  /** Whether a text presents somebody as a minor: it has no place in a chat that is not for everyone. */
  async presentsMinor(text: string): Promise<boolean> {
    return isAboutMinors(await this.checkInParts('character', text, anyRating))
  }
}
