import type { PromptCharacter } from '../cards/character.ts'
import type { PromptInput } from './input.ts'
import { isOpening } from './opening.ts'
import { userName } from './write.ts'

/** `greetingIndex`: which greeting of the character the chat began with. */
export type GreetedInput = PromptInput & { greetingIndex?: number }

const greetingsOf = ({ greeting, alternateGreetings = [], groupGreetings = [] }: PromptCharacter) => [
  greeting,
  ...alternateGreetings,
  ...groupGreetings,
]

/**
 * Which greeting of a character a text is, from 0, the first; then the alternate ones and those of groups. -1 if it is none.
 *
 * @example
 * findGreeting({ character: { ...character, alternateGreetings: ['Ahoy.'] }, user: { name: 'Sam' }, seed: 'c1' }, 'Ahoy.') // 1
 */
export function findGreeting({ character, user, seed }: PromptInput, text: string): number {
  return greetingsOf(character).findIndex((greeting) =>
    isOpening(text, { ...character, greeting }, userName(user), seed),
  )
}

/**
 * The input with the greeting that the chat began with as the character's, so that prompts carry it once the history has not.
 * Lore learns which one it is.
 *
 * @example
 * const input = { character: { ...character, alternateGreetings: ['Ahoy.'] }, user: { name: 'Sam' }, history: [], opening: 'Ahoy.', seed: 'c1' }
 * withGreeting(input).character.greeting // 'Ahoy.'
 */
export function withGreeting(input: PromptInput): GreetedInput {
  const { character, history, opening = history[0]?.content ?? '' } = input
  const greetingIndex = Math.max(0, findGreeting(input, opening))
  const greeting = greetingsOf(character)[greetingIndex] ?? ''
  return { ...input, character: { ...character, greeting }, greetingIndex }
}
