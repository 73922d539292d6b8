import { calledName, type PromptCharacter } from '../cards/character.ts'
import { seededRandom } from '../chance.ts'
import { expandMacros } from '../macros/expand.ts'

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
