import { asDirection, directionHeading } from '#engine/prompt/instructions.ts'

/** A system text in a user message, marked so that the model does not take it for the words of the player. */
export function toDirection(text: string): string {
  return text.startsWith(directionHeading) ? text : asDirection(text)
}

/** The user's turn before a greeting. */
export const sceneOpens = asDirection('The scene opens.')
/** The user's turn after a reply. */
export const goOn = asDirection('Go on.')
/** The user's turn after an unfinished reply, once the model has rejected to go on inside it. */
export const goOnInside = asDirection(
  'Your last message was cut off. Go on from exactly where it ends, without repeating any of it.',
)
