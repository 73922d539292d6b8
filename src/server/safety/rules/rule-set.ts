import { Phrases } from './phrases.ts'
import { type Rule, type RuleFile, RuleFileError, type Surface, surfaces } from './rule-file.ts'
import { Vocabulary } from './vocabulary.ts'

/** The rules that apply to one surface, and the phrases of all their cues. */
export interface RuleSet {
  phrases: Phrases
  /** If a text breaks several, the first one counts. */
  rules: Rule[]
  /** The rules that a cue is part of. */
  rulesOf: Map<string, Rule[]>
}

/** The rules for a surface; with those of the chat filter when `isFiltered`. */
export type RuleSets = (surface: Surface, isFiltered: boolean) => RuleSet

/** Compiles the rules of a surface when they are first needed, so that starting the server does not wait for it. */
export function compileRules(file: RuleFile): RuleSets {
  const compiled = new Map<string, RuleSet>()
  const vocabulary = new Vocabulary()
  return (surface, isFiltered) => {
    const key = `${surface} ${isFiltered}`
    const known = compiled.get(key) ?? compileFor(file, surface, isFiltered, vocabulary)
    compiled.set(key, known)
    return known
  }
}

/** Compiles everything once. Throws, with what is wrong, for a file that cannot be used. */
export function assertUsable(file: RuleFile): void {
  const compile = compileRules(file)
  for (const surface of surfaces) compile(surface, true)
  const phrases = new Phrases()
  for (const cue of Object.keys(file.cues)) addCue(phrases, file, cue, false)
}

/** Adds the phrases of a cue. `@minor` stands for all phrases of the cue minor. */
function addCue(phrases: Phrases, file: RuleFile, cue: string, isHeld: boolean): void {
  for (const phrase of phrasesOf(file, cue)) {
    const included = phrase.startsWith('@') ? phrasesOf(file, phrase.slice(1)) : [phrase]
    for (const each of included) phrases.add(cue, each, file.lists, isHeld)
  }
}

function phrasesOf({ cues }: RuleFile, cue: string): string[] {
  const phrases = cues[cue]
  if (!phrases) throw new RuleFileError(`there is no cue ${cue}, to which a rule or another cue refers`)
  return phrases
}

function compileFor(file: RuleFile, surface: Surface, isFiltered: boolean, vocabulary: Vocabulary): RuleSet {
  const rules = file.rules.filter(
    ({ appliesTo, action }) => appliesTo.includes(surface) && (isFiltered || action !== 'filter'),
  )
  // The cues of a context are only needed to complete a hit.
  const held = new Set(rules.flatMap(({ all }) => all))
  const phrases = new Phrases(vocabulary)
  const rulesOf: RuleSet['rulesOf'] = new Map()
  for (const rule of rules) {
    for (const cue of [...rule.all, ...rule.context]) {
      if (!rulesOf.has(cue)) addCue(phrases, file, cue, held.has(cue))
      rulesOf.set(cue, [...(rulesOf.get(cue) ?? []), rule])
    }
  }
  return { phrases, rules, rulesOf }
}
