import { seededRandom } from '#engine/seeded-random.ts'
import { type Surface, surfaces } from '#server/safety/rules/rule-file.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { SafetyPolicy } from '#server/safety/safety-policy.ts'
import { benign, ordinary, positives, type Sentence, unseen } from './corpus.ts'
import {
  type HardMutation,
  hardMutationNames,
  hardMutations,
  type Mutation,
  mutationNames,
  mutations,
} from './mutations.ts'

const policy = new SafetyPolicy()

/** Encouragement is what a character must not say; everything else is what a player writes. */
function surfaceOf({ group }: Sentence): Surface {
  return group === 'self_harm' ? 'reply' : 'message'
}

export const check = (text: string, surface: Surface): Hit | null => policy.check(surface, text, { isFiltered: false })

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

/** The rule that a text breaks as part of a character with the rating explicit. */
export const ratedHit = (text: string): Hit | null =>
  policy.check('character', text, { isFiltered: false, contextCues: new Set(['adult-rated', 'explicit-rated']) })

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

/** The share of all sentences that is found when written in a way that the rules find in part or not at all. */
export function hardRecall(mutation: HardMutation): Share {
  const random = seededRandom(mutation)
  return share(positives, (sentence) => isFound(sentence, hardMutations[mutation](sentence.text, random)))
}

/** Sentences that one speaker splits over two messages: found in the second alone, and with the first as context. */
export const splitRecall = () => {
  const isSplitFound = (sentence: Sentence, before: string, text: string) =>
    policy.check(surfaceOf(sentence), text, { isFiltered: false, before }) !== null
  const halves = positives.map((sentence) => {
    const words = sentence.text.split(' ')
    const middle = Math.ceil(words.length / 2)
    return { sentence, first: words.slice(0, middle).join(' '), second: words.slice(middle).join(' ') }
  })
  const alone = halves.filter(({ sentence, second }) => isSplitFound(sentence, '', second))
  const found = halves.filter(({ sentence, first, second }) => isSplitFound(sentence, first, second))
  return { alone: { found: alone.length, of: halves.length }, found: { found: found.length, of: halves.length } }
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
    hard: hardMutationNames.map((mutation) => ({ mutation, found: hardRecall(mutation) })),
    split: splitRecall(),
    falseHits: [true, false].map((isKnown) => share(knownOnes(benign, isKnown), ({ text }) => falseHit(text) !== null)),
    ordinary: ordinary.map(({ set, texts }) => ({
      set,
      wrong: { found: texts.filter((text) => falseHit(text)).length, of: texts.length },
      wrongRated: { found: texts.filter((text) => falseHit(text) ?? ratedHit(text)).length, of: texts.length },
    })),
    unseen: share(unseen, (sentence) => isFound(sentence)),
    misses: positives.filter((sentence) => !isFound(sentence)),
    wrong: benign.filter(({ text }) => falseHit(text)),
  }
}
