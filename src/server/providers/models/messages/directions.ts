/** A direction of ours in a user message, so that the model does not take it for the words of the player. */
export function asDirection(text: string): string {
  return text.includes('\n')
    ? `[Directions, not the words of the player:\n${text}\nEnd of the directions.]`
    : `[Direction, not the words of the player: ${text}]`
}

/** The user's turn before a greeting. */
export const sceneOpens = asDirection('the scene opens.')
/** The user's turn after a reply. */
export const goOn = asDirection('go on.')
/** The user's turn after an unfinished reply, for a model that cannot go on inside it. */
export const goOnInside = asDirection(
  'your last message was cut off. Go on from exactly where it ends, without repeating any of it.',
)
