import { asDirection } from '#engine/prompt/instructions.ts'
import { directionHeading } from '#engine/reply/direction-filter.ts'

/** Marks a system text that is sent in a user message, so that the model does not take it for the player's words. */
export function toDirection(text: string): string {
  return text.startsWith(directionHeading) ? text : asDirection(text)
}

/** The user's message before a greeting. */
export const directionBeforeGreeting = asDirection('The scene opens.')
/** The user's message after a reply. */
export const directionAfterReply = asDirection('Go on.')
/** The user's message after an unfinished reply, once the model has rejected to go on inside it. */
export const directionInsideReply = asDirection(
  'Your last message was cut off. Go on from exactly where it ends, without repeating any of it.',
)
