import type { ContentRating } from '../cards/character.ts'
import { isBlank } from '../is-blank.ts'
import type { PromptMessage } from '../prompt/input.ts'
import { safetyRules } from '../prompt/safety.ts'

/** What a model can propose of a character, with what it is told about each text. */
const guides = {
  name: 'the name, at most four words',
  description: 'what readers see of the character in the gallery: two or three sentences that make them curious',
  personality: 'what they are like, what they want, what they hide',
  speechStyle: 'how they talk',
  behaviors: 'habits and gestures that show who they are',
  greeting:
    'the first message of a chat, in their voice, addressed to the player: one or two paragraphs, with *actions* between asterisks and “speech” in quotation marks, and an end that the player can answer',
  userRole: 'who the player is to them: one sentence',
  scenario: 'what is happening when the story begins',
  environment: 'where the story takes place',
  definition: 'what the model has to know besides, and readers do not see: past, looks, secrets',
} as const
export type ProposedField = keyof typeof guides
export const proposedFields = Object.keys(guides) as ProposedField[]

export interface ProposalInput {
  /** What the author wants, in their words; may be empty. */
  idea: string
  /** What they have written so far. */
  written: Partial<Record<ProposedField, string>>
  wanted: readonly ProposedField[]
  rating: ContentRating
}

/** Characters of each written text that the request has. */
const maxWritten = 2_000

/**
 * The request to a model for the texts of a character.
 *
 * @example
 * writeProposalRequest({ idea: 'A pilot.', written: {}, wanted: ['name'], rating: 'general' })[1].content // 'The idea: A pilot.'
 */
export function writeProposalRequest({ idea, written, wanted, rating }: ProposalInput): PromptMessage[] {
  const task = `You help an author to write a character for a fictional roleplay chat. Write in the language of the author's idea, concretely and without clichés; in these texts, {{user}} stands for the player. Keep to what is written already. Answer with these parts and nothing else, each under its heading in square brackets, which stays as it is:
${wanted.map((field) => `[${field}]\n(${guides[field]})`).join('\n')}

${safetyRules(rating)}`
  const known = proposedFields.flatMap((field) => {
    const text = written[field]?.trim()
    return text ? [`[${field}]\n${text.slice(0, maxWritten)}`] : []
  })
  const parts = [
    ...(isBlank(idea) ? [] : [`The idea: ${idea}`]),
    ...(known.length > 0 ? [`Written already:\n${known.join('\n')}`] : []),
  ]
  return [
    { role: 'system', content: task },
    { role: 'user', content: parts.join('\n\n') },
  ]
}

/**
 * Reads the answer of a model. Where one text was asked for, an answer without a heading is that text.
 *
 * @example
 * readProposal('**[name]**\nMara\n[greeting] Come in.', ['name', 'greeting'])
 * // { name: 'Mara', greeting: 'Come in.' }
 */
export function readProposal(answer: string, wanted: readonly ProposedField[]): Partial<Record<ProposedField, string>> {
  const texts: Partial<Record<ProposedField, string>> = {}
  let current: ProposedField | undefined
  for (const line of answer.split('\n')) {
    const [, heading = '', rest = ''] = line.match(/^[\s#>*_]*\[\s*(\w+)\s*\][\s*_:]*(.*)$/) ?? []
    const field = wanted.find((name) => name.toLowerCase() === heading.toLowerCase())
    if (field) current = field
    if (current) texts[current] = `${texts[current] ?? ''}\n${field ? rest : line}`
  }
  const [only, ...others] = wanted
  if (current === undefined && only && others.length === 0) texts[only] = answer
  const trimmed = Object.entries(texts).map(([field, text]) => [field, text.trim()])
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}
