import { readAudience } from '#engine/scenes/audience.ts'

/**
 * The characters who were present for all of these messages, as JSON. Null stands for everybody, when no message restricts it.
 *
 * @param ownId the conversation's own character
 */
export function writeAudience(messages: readonly { audience: string | null }[], ownId: string): string | null {
  const [first, ...others] = messages.map(({ audience }) => readAudience(audience, ownId))
  const common = first?.filter((id) => others.every((audience) => audience.includes(id)))
  return common ? JSON.stringify(common) : null
}

/** Whether a character knows what has this audience. The player, for whom `characterId` is null, knows everything. */
export function isKnownTo(audience: readonly string[] | null, characterId: string | null): boolean {
  return audience === null || characterId === null || audience.includes(characterId)
}
