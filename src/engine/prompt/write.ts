import { charName } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import { MacroBudget, type MacroContext } from '../macros/macro.ts'
import { seededRandom } from '../seeded-random.ts'
import { readMarkedExamples } from './examples.ts'
import type { CountTokens, PromptInput, PromptMessage } from './input.ts'
import { asDirection, examplesEnd } from './instructions.ts'
import { isAtRest } from './rest.ts'
import { ratingInForce } from './safety.ts'
import { type Place, type Section, type SectionInput, sections } from './sections.ts'

/** A section of a prompt with its text written. */
export interface Part {
  name: string
  place: Place
  text: string
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
export function writeParts(input: PromptInput, greetingInHistory: boolean): Part[] {
  const { character, user, kind, filter, history } = input
  const names = { char: charName(character), user: userName(user), seed: input.seed }
  const sectionInput: SectionInput = {
    character,
    persona: user.persona ?? '',
    story: input.story ?? '',
    kind,
    hint: input.hint?.trim() ?? '',
    isAnswer: history.at(-2)?.role === 'user',
    prefill: input.prefill ?? false,
    isAtRest: isAtRest(history, kind),
    examplesAsMessages: input.examplesAsMessages ?? false,
    rating: ratingInForce(character, filter),
    greetingInHistory,
  }
  const budget = new MacroBudget()
  const parts: Part[] = []
  for (const section of sections) {
    const random = isBeforeHistory(section) ? seededRandom(`${input.seed}\n${section.name}`) : input.random
    const text = writeSection(section, sectionInput, { ...names, random }, budget)
    if (text !== '') parts.push({ name: section.name, place: section.place, text })
  }
  return parts
}

/** True for what comes before the history. It must not change while the anchor stays. */
export function isBeforeHistory({ place }: { place: Place }): boolean {
  return place === 'fixed' || place === 'examples' || place === 'story'
}

/** The value of `{{user}}`. */
export function userName(user: PromptInput['user']): string {
  return user.name.trim() || 'You'
}

/** A name that stands in quotation marks inside our instructions, on one line. */
function quotedName(name: string): string {
  return name.replaceAll(/["“”]/g, "'").replaceAll(/\s+/g, ' ')
}

/** `budget`: of the author's texts. The product's own have one each, so that an author cannot use it up. */
function writeSection(section: Section, input: SectionInput, context: MacroContext, budget: MacroBudget): string {
  const original = section.original === undefined ? undefined : expandMacros(section.original, context)
  const textContext: MacroContext = {
    ...context,
    ...(original === undefined ? {} : { original }),
    ...(section.isBuiltIn ? { user: quotedName(context.user) } : { budget }),
  }
  const text = expandMacros(section.text(input), textContext).trim() || (original ?? '')
  if (text === '' || section.label === undefined) return text
  return `${expandMacros(section.label, context)}:${text.includes('\n') ? '\n' : ' '}${text}`
}

/** The messages with the parts of one place; none if there are none. */
export function joinParts(parts: readonly Part[], place: Place): PromptMessage[] {
  const text = parts
    .filter((part) => part.place === place)
    .map((part) => part.text)
    .join('\n\n')
  if (text === '') return []
  if (place === 'examples') return [...readMarkedExamples(text), { role: 'user', content: asDirection(examplesEnd) }]
  const role = place === 'nudge' || place === 'resume' ? 'user' : 'system'
  // A system message after other messages becomes a part of the player's turn where a service takes only one.
  const isAmongMessages = !isBeforeHistory({ place }) || parts.some((part) => part.place === 'examples')
  return [{ role, content: isAmongMessages && place !== 'fixed' ? asDirection(text) : text }]
}

const places: readonly Place[] = ['fixed', 'examples', 'story', 'end', 'nudge', 'resume']

/** The cost of the messages with these parts, in tokens. */
export function countPartTokens(parts: readonly Part[], countTokens: CountTokens): number {
  let tokens = 0
  for (const place of places) {
    for (const { content } of joinParts(parts, place)) tokens += countTokens(content) + messageOverhead
  }
  return tokens
}
