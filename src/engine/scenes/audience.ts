/**
 * The ids of the characters that know a message: those who were present when it was said. A message of a conversation with
 * one character stores none, which stands for the conversation's own character alone: somebody who joins later does not
 * know it.
 *
 * @param audience the JSON stored with the message
 * @param ownId the conversation's own character
 * @example
 * readAudience('["ada","ines"]', 'ada') // ['ada', 'ines']
 * readAudience(null, 'ada') // ['ada']
 */
export function readAudience(audience: string | null, ownId: string): string[] {
  return audience === null ? [ownId] : (JSON.parse(audience) as string[])
}

/**
 * True if a character was present when a message was said.
 *
 * @example
 * wasPresent({ audience: '["ada"]' }, { characterId: 'ines', ownId: 'ada' }) // false
 * wasPresent({ audience: null }, { characterId: 'ada', ownId: 'ada' }) // true
 */
export function wasPresent(
  message: { audience: string | null },
  { characterId, ownId }: { characterId: string; ownId: string },
): boolean {
  return readAudience(message.audience, ownId).includes(characterId)
}
