import { Phrases } from './phrases.ts'
import { type Rule, type RuleFile, RuleFileError, type Surface } from './rule-file.ts'
import { Vocabulary } from './vocabulary.ts'

/** The rules that apply to one surface, and the phrases of all their cues. */
export interface RuleSet {
  phrases: Phrases
  /** If a text breaks several, the first one counts. */
  rules: Rule[]
}

/** The rules for a surface; with those of the chat filter when `isFiltered`. */
export type RuleSets = (surface: Surface, isFiltered: boolean) => RuleSet

/** Compiles the rules of a surface when they are first needed, so that starting the server does not wait for it. */
export function compileRules(file: RuleFile): RuleSets {
  const compiled = new Map<string, RuleSet>()
  const vocabulary = new Vocabulary()
  return (surface, isFiltered) => {
    const key = `${surface} ${isFiltered}`
    const applies = ({ appliesTo, action }: Rule) => appliesTo.includes(surface) && (isFiltered || action !== 'filter')
    const known = compiled.get(key) ?? compile(file, file.rules.filter(applies), vocabulary)
    compiled.set(key, known)
    return known
  }
}

/** Compiles everything once. Throws, with what is wrong, for a file that cannot be used. */
export function assertUsable(file: RuleFile): void {
  compile(file, file.rules, new Vocabulary(), Object.keys(file.cues))
}

function compile(file: RuleFile, rules: Rule[], vocabulary: Vocabulary, more: string[] = []): RuleSet {
  const phrases = new Phrases(file.lists, vocabulary)
  for (const cue of new Set([...rules.flatMap(cuesOf), ...more])) {
    const ofCue = rules.filter((rule) => cuesOf(rule).includes(cue))
    // The cues of a context are only needed to complete a hit.
    const isHeld = ofCue.some(({ all }) => all.includes(cue))
    for (const phrase of phrasesOf(file, cue)) phrases.add({ cue, rules: ofCue, isHeld }, phrase)
  }
  return { phrases, rules }
}

const cuesOf = ({ all, context }: Rule) => [...all, ...context]

/** The phrases of a cue. In it, `@minor` stands for those of the cue minor. */
function phrasesOf(file: RuleFile, cue: string): string[] {
  const read = (name: string) => {
    const phrases = file.cues[name]
    if (!phrases) throw new RuleFileError(`there is no cue ${name}, to which a rule or another cue refers`)
    return phrases
  }
  return read(cue).flatMap((phrase) => (phrase.startsWith('@') ? read(phrase.slice(1)) : phrase))
}
