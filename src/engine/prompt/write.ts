import { charName } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import { MacroBudget, type MacroContext } from '../macros/macro.ts'
import { seededRandom } from '../seeded-random.ts'
import type { CountTokens, PromptInput, PromptMessage } from './input.ts'
import { ratingInForce } from './safety.ts'
import { type Place, type Section, type SectionInput, sections } from './sections.ts'

/** A section of a prompt with its text written. */
export interface Part {
  name: string
  place: Place
  text: string
  tokens: number
}

/** The tokens of a message besides its text (role and separators) in OpenAI's chat format, rounded up. */
export const messageOverhead = 4
/** The tokens that start the reply, in OpenAI's chat format. */
export const replyOverhead = 3

/**
 * Writes the sections that have a text, in order, with their macros expanded.
 *
 * Random macros in the stable part use the conversation's seed, so that `{{random}}` in a description does not change
 * the prefix every turn. After the history they use `input.random`. All texts of the author share one budget of macros.
 */
export function writeParts(input: PromptInput, countTokens: CountTokens, greetingInHistory: boolean): Part[] {
  const { character, user, kind, filter, history } = input
  const names = { char: charName(character), user: userName(user), seed: input.seed }
  const sectionInput: SectionInput = {
    character,
    persona: user.persona ?? '',
    story: input.story ?? '',
    kind,
    isAnswer: history.at(-2)?.role === 'user',
    prefill: input.prefill ?? false,
    rating: ratingInForce(character, filter),
    greetingInHistory,
  }
  const budget = new MacroBudget()
  const parts: Part[] = []
  for (const section of sections) {
    const isStable = section.place === 'fixed' || section.place === 'story'
    const random = isStable ? seededRandom(`${input.seed}\n${section.name}`) : input.random
    const text = writeSection(section, sectionInput, { ...names, random }, budget)
    if (text !== '') parts.push({ name: section.name, place: section.place, text, tokens: countTokens(text) })
  }
  return parts
}

/** The value of `{{user}}`. */
export function userName(user: PromptInput['user']): string {
  return user.name.trim() || 'You'
}

/** `budget`: of the author's texts. The product's own have one each, so that an author cannot use it up. */
function writeSection(section: Section, input: SectionInput, context: MacroContext, budget: MacroBudget): string {
  const original = section.original === undefined ? undefined : expandMacros(section.original, context)
  const textContext: MacroContext = {
    ...context,
    ...(original === undefined ? {} : { original }),
    ...(section.isBuiltIn ? {} : { budget }),
  }
  const text = expandMacros(section.text(input), textContext).trim() || (original ?? '')
  if (text === '' || section.label === undefined) return text
  return `${expandMacros(section.label, context)}:${text.includes('\n') ? '\n' : ' '}${text}`
}

/** Joins the parts of one place to a message; no message if there are none. */
export function joinParts(parts: readonly Part[], place: Place): PromptMessage[] {
  const content = textOf(parts, place)
  return content === '' ? [] : [{ role: place === 'nudge' || place === 'resume' ? 'user' : 'system', content }]
}

function textOf(parts: readonly Part[], place: Place): string {
  const texts: string[] = []
  for (const part of parts) if (part.place === place) texts.push(part.text)
  return texts.join('\n\n')
}

const places: readonly Place[] = ['fixed', 'story', 'end', 'nudge', 'resume']

/** The cost of the messages with these parts, in tokens. */
export function countPartTokens(parts: readonly Part[], countTokens: CountTokens): number {
  let tokens = 0
  for (const place of places) {
    const content = textOf(parts, place)
    if (content !== '') tokens += countTokens(content) + messageOverhead
  }
  return tokens
}
