import { LRUCache } from 'lru-cache'
import { readRules, type Surface } from './rules/rule-file.ts'
import { assertUsable, compileRules, type RuleSets } from './rules/rule-set.ts'
import { checkText, type GuardOptions, type Hit, TextGuard } from './rules/text-guard.ts'

export interface CheckOptions extends GuardOptions {
  /** Whether the chat filter is on. */
  isFiltered: boolean
}

/** The rules of the safety policy, the same for every account. Local and synchronous: they hold whatever else fails. */
export class SafetyPolicy {
  readonly version: string
  readonly #rules: RuleSets
  readonly #minors = new LRUCache<string, boolean>({ max: 2_000 })

  /** @throws RuleFileError or PhraseError when the operator's file cannot be used */
  constructor(operatorFile?: string) {
    const file = readRules(operatorFile)
    if (operatorFile !== undefined) assertUsable(file)
    this.version = file.version
    this.#rules = compileRules(file)
  }

  check(surface: Surface, text: string, { isFiltered, ...options }: CheckOptions): Hit | null {
    return checkText(this.#rules(surface, isFiltered), text, options)
  }

  /** A guard for a text that arrives in pieces. */
  guard(surface: Surface, { isFiltered, ...options }: CheckOptions): TextGuard {
    return new TextGuard(this.#rules(surface, isFiltered), options)
  }

  /**
   * What holds for a whole chat with a character: one who is presented as a minor makes every sexual text a hit.
   *
   * @param key the character's id and version
   */
  standingCues(key: string, readText: () => string): ReadonlySet<string> {
    let isMinor = this.#minors.get(key)
    if (isMinor === undefined) {
      // The rule needs the rating of a character to be above general: as a cue that stands, it finds minors alone.
      const hit = this.check('character', readText(), { isFiltered: false, standing: new Set(['adult-rated']) })
      isMinor = hit?.rule.category === 'minors'
      this.#minors.set(key, isMinor)
    }
    return isMinor ? minorCues : noCues
  }
}

const minorCues: ReadonlySet<string> = new Set(['minor'])
const noCues: ReadonlySet<string> = new Set()
