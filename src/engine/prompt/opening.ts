import { calledName, type PromptCharacter } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import { seededRandom } from '../seeded-random.ts'

/**
 * The line that opens a conversation: the character's greeting with its macros put in, or a plain hello when the
 * author wrote none. The same seed opens alike, so that what the client shows is what the server stores.
 *
 * @param userName what `{{user}}` stands for
 * @param seed the conversation's seed; decides the greeting's chance
 * @example
 * openingText({ name: 'Ilse', greeting: 'Ahoy, {{user}}.' }, 'Sam', 'c1') // 'Ahoy, Sam.'
 * openingText({ name: 'Ilse', greeting: '' }, 'Sam', 'c1') // genericGreeting('Ilse')
 */
export function openingText(
  character: Pick<PromptCharacter, 'name' | 'nickname' | 'greeting'>,
  userName: string,
  seed: string,
): string {
  const char = calledName(character)
  const text = expandMacros(character.greeting, { char, user: userName, random: seededRandom(seed), seed }).trim()
  return text === '' ? genericGreeting(char) : text
}

/**
 * What a character without a greeting says.
 *
 * @example
 * genericGreeting('Ilse') // "Hello, I'm Ilse. What would you like to talk about?"
 */
export function genericGreeting(name: string): string {
  return `Hello, I'm ${name}. What would you like to talk about?`
}

/** So many characters that the author wrote plainly tell one greeting from another. */
const tellingLength = 12

/**
 * Whether a line is the character's greeting, whatever its macros became when it was said: the player may have another
 * name by now.
 *
 * @example
 * isOpening('Ahoy, Sam. Mind the step.', { name: 'Ilse', greeting: 'Ahoy, {{user}}. Mind the step.' }, 'Max', 'c1') // true
 * isOpening('Ahoy, Sam.', { name: 'Ilse', greeting: 'Who goes there?' }, 'Sam', 'c1') // false
 */
export function isOpening(
  line: string,
  character: Pick<PromptCharacter, 'name' | 'nickname' | 'greeting'>,
  userName: string,
  seed: string,
): boolean {
  const said = line.trim()
  if (said === openingText(character, userName, seed)) return true
  const greeting = character.greeting.trim()
  const head = greeting.split(/\{\{|</, 1)[0] ?? ''
  const tail = greeting.slice(Math.max(greeting.lastIndexOf('}}') + 2, greeting.lastIndexOf('>') + 1))
  const hasMacros = head.length + tail.length < greeting.length
  return hasMacros && head.length + tail.length >= tellingLength && said.startsWith(head) && said.endsWith(tail)
}
