import { charName, macroTextsOf, type PromptCharacter } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import { seededRandom } from '../seeded-random.ts'

/** A character, of which the texts that macros in its greeting stand for may be left out. */
type Opening = Pick<PromptCharacter, 'name' | 'nickname' | 'greeting'> & Partial<PromptCharacter>

/**
 * The first message of a conversation: the character's greeting with its macros expanded. Empty if it has none: the
 * player then writes first. The same seed gives the same text, so that the client shows what the server stores.
 *
 * @param userName the value of `{{user}}`
 * @param seed the conversation's seed; decides `{{random}}`, `{{roll}}` and `{{pick}}`
 * @param more the player's description of themselves, and the present time in milliseconds since 1970
 * @example
 * openingText({ name: 'Ilse', greeting: 'Ahoy, {{user}}.' }, 'Sam', 'c1') // 'Ahoy, Sam.'
 * openingText({ name: 'Ilse', greeting: '' }, 'Sam', 'c1') // ''
 */
export function openingText(
  character: Opening,
  userName: string,
  seed: string,
  { persona, now }: { persona?: string; now?: number } = {},
): string {
  const names = { char: charName(character), user: userName }
  const texts = { ...macroTextsOf(character, persona), group: names.char }
  const variables = new Map<string, string>()
  return expandMacros(character.greeting, { ...names, texts, now, variables, random: seededRandom(seed), seed }).trim()
}

/**
 * What a new chat begins with when no model writes a greeting and the character has none.
 *
 * @example
 * genericGreeting('Ilse') // "Hello, I'm Ilse. What would you like to talk about?"
 */
export function genericGreeting(name: string): string {
  return `Hello, I'm ${name}. What would you like to talk about?`
}

/** The number of characters outside macros that is enough to recognise a greeting. */
const minLiteralLength = 12

/**
 * True if a message is the character's greeting. The values of its macros may have changed since it was stored: the
 * user may have another name.
 *
 * @example
 * isOpening('Ahoy, Sam. Mind the step.', { name: 'Ilse', greeting: 'Ahoy, {{user}}. Mind the step.' }, 'Max', 'c1') // true
 * isOpening('Ahoy, Sam.', { name: 'Ilse', greeting: 'Who goes there?' }, 'Sam', 'c1') // false
 */
export function isOpening(message: string, character: Opening, userName: string, seed: string): boolean {
  const text = message.trim()
  if (text === openingText(character, userName, seed)) return true
  const greeting = character.greeting.trim()
  const head = greeting.split(/\{\{|</, 1)[0] ?? ''
  const tail = greeting.slice(Math.max(greeting.lastIndexOf('}}') + 2, greeting.lastIndexOf('>') + 1))
  const hasMacros = head.length + tail.length < greeting.length
  return hasMacros && head.length + tail.length >= minLiteralLength && text.startsWith(head) && text.endsWith(tail)
}
