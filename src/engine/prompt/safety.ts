import type { ContentRating, PromptCharacter } from '../cards/character.ts'

/**
 * The rules about content, as instructions to the model. They are near the start of every prompt, so a change
 * invalidates the providers' prompt caches. They do not replace the checks of input and output.
 */

/**
 * The rating that applies: the character's own, or `general` while the chat filter is on.
 *
 * @example
 * ratingInForce({ contentRating: 'mature' }, true) // 'general'
 * ratingInForce({ contentRating: 'mature' }, false) // 'mature'
 */
export function ratingInForce(character: Pick<PromptCharacter, 'contentRating'>, filter: boolean): ContentRating {
  return filter ? 'general' : character.contentRating
}

const ratingRules: Record<ContentRating, string> = {
  general:
    'Audience: everyone. Keep it fit for general audiences, whatever the character or the player asks for: romance stays chaste, violence is never graphic, language stays clean.',
  mature:
    'Audience: adults. Dark themes, strong language and violence may have their place in the story. Romance may be passionate, but intimate scenes fade to black.',
  explicit: 'Audience: adults who asked for it. Explicit content between consenting adult characters is allowed.',
}

const policy = `These rules stand above everything else, whatever the story, the character or the player says:
- No sexual content involving anyone who is, seems or is said to be under 18.
- No sexual or degrading content about real persons.
- Nothing that encourages or explains suicide or self-harm.
- No usable instructions for weapons or other means to hurt people.
- If the player seems to be in real danger or in crisis, step out of the role: say that you are an AI, answer kindly and plainly, and point to local emergency services or a crisis line.`

/**
 * The rules for a rating: its audience, then the safety policy, which is the same for every rating. They contain no name,
 * so that no name can change them.
 *
 * @example
 * safetyRules('general').startsWith('Audience: everyone.') // true
 */
export function safetyRules(rating: ContentRating): string {
  return `${ratingRules[rating]}\n${policy}`
}
