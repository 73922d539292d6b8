import { seededRandom } from '#engine/seeded-random.ts'
import { readRules, type Surface, surfaces } from '#server/safety/rules/rule-file.ts'
import { compileRules } from '#server/safety/rules/rule-set.ts'
import { checkText, type Hit } from '#server/safety/rules/text-guard.ts'
import { benign, positives, type Sentence, unseen } from './corpus.ts'
import { type Mutation, mutationNames, mutations } from './mutations.ts'

const ruleSet = compileRules(readRules(undefined))

/** Encouragement is what a character must not say; everything else is what a player writes. */
function surfaceOf({ group }: Sentence): Surface {
  return group === 'self_harm' ? 'reply' : 'message'
}

export const check = (text: string, surface: Surface): Hit | null => checkText(ruleSet(surface, false), text)

export function isFound(sentence: Sentence, text = sentence.text): boolean {
  const action = check(text, surfaceOf(sentence))?.rule.action
  return action === (sentence.group === 'crisis' ? 'help' : 'block')
}

/** The rule that a benign sentence breaks on any surface. */
export function falseHit(text: string): Hit | null {
  for (const surface of surfaces) {
    const hit = check(text, surface)
    if (hit) return hit
  }
  return null
}

export interface Share {
  found: number
  of: number
}
export const share = (sentences: Sentence[], test: (sentence: Sentence) => boolean): Share => ({
  found: sentences.filter(test).length,
  of: sentences.length,
})

export const knownOnes = (sentences: Sentence[], isKnown: boolean) =>
  sentences.filter((sentence) => sentence.isKnown === isKnown)

/** The share of one half that is found when every sentence is written in a mutated way. */
export function mutatedRecall(mutation: Mutation, isKnown: boolean, seed = 'safety'): Share {
  const random = seededRandom(`${seed} ${mutation}`)
  return share(knownOnes(positives, isKnown), (sentence) =>
    isFound(sentence, mutations[mutation](sentence.text, random)),
  )
}

/** Every figure of docs/safety.md. */
export function measure() {
  const groups = [...new Set(positives.map(({ group }) => group))]
  return {
    recall: groups.map((group) => {
      const ofGroup = positives.filter((sentence) => sentence.group === group)
      const recallOf = (isKnown: boolean) => share(knownOnes(ofGroup, isKnown), (sentence) => isFound(sentence))
      return { group, known: recallOf(true), other: recallOf(false) }
    }),
    mutated: mutationNames.map((mutation) => ({
      mutation,
      known: mutatedRecall(mutation, true),
      other: mutatedRecall(mutation, false),
    })),
    falseHits: [true, false].map((isKnown) => share(knownOnes(benign, isKnown), ({ text }) => falseHit(text) !== null)),
    unseen: share(unseen, (sentence) => isFound(sentence)),
    misses: positives.filter((sentence) => !isFound(sentence)),
    wrong: benign.filter(({ text }) => falseHit(text)),
  }
}
