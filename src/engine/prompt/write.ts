import { calledName } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import type { MacroContext } from '../macros/macro.ts'
import { seededRandom } from '../seeded-random.ts'
import type { CountTokens, PromptInput, PromptMessage } from './input.ts'
import { ratingInForce } from './safety.ts'
import { type Place, type Section, type SectionFacts, sections } from './sections.ts'

/** A section as it stands in the prompt. */
export interface Part {
  name: string
  place: Place
  text: string
  tokens: number
}

/** What wrapping one message costs beside its text (role, separators), as OpenAI's format counts it, rounded up. */
export const messageOverhead = 4
/** What it costs to open the reply. */
export const replyOverhead = 3

/**
 * Every section that has something to say, in order, macros expanded.
 *
 * Chance in a fixed part is drawn from the conversation's seed, so that `{{random}}` in a description does not change
 * the prefix every turn; chance after the history is drawn anew.
 */
export function writeParts(input: PromptInput, countTokens: CountTokens, greetingInHistory: boolean): Part[] {
  const { character, user, kind, filter } = input
  const names = { char: calledName(character), user: playerName(user), seed: input.seed }
  const facts: SectionFacts = {
    character,
    persona: user.persona ?? '',
    story: input.story ?? '',
    kind,
    rating: ratingInForce(character, filter),
    greetingInHistory,
  }
  const parts: Part[] = []
  for (const section of sections) {
    const stable = section.place === 'fixed' || section.place === 'story'
    const random = stable ? seededRandom(`${input.seed}\n${section.name}`) : input.random
    const text = writeSection(section, facts, { ...names, random })
    if (text !== '') parts.push({ name: section.name, place: section.place, text, tokens: countTokens(text) })
  }
  return parts
}

/** The name the model knows the player by. */
export function playerName(user: PromptInput['user']): string {
  return user.name.trim() || 'You'
}

function writeSection(section: Section, facts: SectionFacts, context: MacroContext): string {
  const written = section.text(facts)
  const original = section.original === undefined ? undefined : expandMacros(section.original, context)
  const text =
    expandMacros(written, original === undefined ? context : { ...context, original }).trim() || (original ?? '')
  if (text === '' || section.label === undefined) return text
  return `${expandMacros(section.label, context)}:${text.includes('\n') ? '\n' : ' '}${text}`
}

/** The messages for the parts of one place: one, or none. */
export function messageOf(parts: readonly Part[], place: Place): PromptMessage[] {
  const content = contentOf(parts, place)
  return content === '' ? [] : [{ role: place === 'nudge' ? 'user' : 'system', content }]
}

function contentOf(parts: readonly Part[], place: Place): string {
  const texts: string[] = []
  for (const part of parts) if (part.place === place) texts.push(part.text)
  return texts.join('\n\n')
}

const places: readonly Place[] = ['fixed', 'story', 'end', 'nudge']

/** What the messages of these parts cost, in tokens. */
export function weigh(parts: readonly Part[], countTokens: CountTokens): number {
  let tokens = 0
  for (const place of places) {
    const content = contentOf(parts, place)
    if (content !== '') tokens += countTokens(content) + messageOverhead
  }
  return tokens
}
