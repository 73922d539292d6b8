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
