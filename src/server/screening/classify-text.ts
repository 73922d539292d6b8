import { isBlank } from '#engine/is-blank.ts'
import { activeClassifier, type Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Findings } from '#server/providers/classifier/classifier.ts'
import type { Rule, Surface } from '#server/safety/rules/rule-file.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'

const everywhere: Surface[] = ['message', 'reply', 'character', 'name', 'image']

const rule = (
  finding: string,
  fields: Pick<Rule, 'id' | 'category' | 'severity' | 'action'>,
  appliesTo = everywhere,
): Rule => ({ ...fields, all: [finding], appliesTo, context: [], window: 200 })

/**
 * What a finding of the classifier means, the most severe first. Categories that are common in fiction (violence, hate,
 * a character who wants to die) are left out, because a classifier cannot tell fiction from intent.
 */
const rules: Rule[] = [
  rule('sexual/minors', { id: 'classifier-minors', category: 'minors', severity: 5, action: 'block' }),
  rule('self-harm/intent', { id: 'classifier-crisis', category: 'crisis', severity: 3, action: 'help' }, ['message']),
  rule('self-harm/instructions', { id: 'classifier-self-harm', category: 'self_harm', severity: 4, action: 'block' }),
  rule('illicit/violent', { id: 'classifier-harm', category: 'threats', severity: 4, action: 'block' }),
  // Characters of free accounts may be mature.
  rule('sexual', { id: 'classifier-filter', category: 'filter', severity: 1, action: 'filter' }, [
    'message',
    'reply',
    'image',
  ]),
]

export interface Classified {
  /** What the classifier found, as a hit of the whole text. */
  hit: Hit | null
  /** False when it did not answer: the rules alone have looked at the text. */
  isChecked: boolean
}

/** Asks the classifier about a text, where one is set up and switched on. Never rejects. */
export async function classifyText(
  context: Pick<Context, 'classifier' | 'settings'>,
  { surface, text, isFiltered }: { surface: Surface; text: string; isFiltered: boolean },
): Promise<Classified> {
  const classifier = activeClassifier(context)
  if (!classifier || isBlank(text)) return { hit: null, isChecked: true }
  try {
    const findings = await classifier.classify(text)
    const broken = rules.find(
      ({ all, appliesTo, action }) =>
        findings.has(all[0] ?? '') && appliesTo.includes(surface) && (isFiltered || action !== 'filter'),
    )
    const hit = broken && {
      rule: broken,
      start: 0,
      end: text.length,
      foundBy: describeFindings(classifier.model, findings),
    }
    return { hit: hit ?? null, isChecked: true }
  } catch {
    // The classifier's listener logs when the service stops answering.
    return { hit: null, isChecked: false }
  }
}

/** The error for a text that must be classified and could not be. */
export const unclassified = () =>
  new ApiError('unavailable', { message: 'The safety check of this site does not answer. Try again in a minute.' })

function describeFindings(model: string, findings: Findings): string {
  const scores = [...findings].map(([name, score]) => (score === null ? name : `${name} ${score.toFixed(2)}`))
  return `Classifier ${model}: ${scores.join(', ')}`
}
