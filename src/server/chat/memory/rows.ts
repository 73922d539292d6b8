import { isBlank } from '#engine/is-blank.ts'
import { readAudience } from '#engine/scenes/audience.ts'
import type { BlockRow, MessageText } from './queries.ts'

/**
 * The characters who were present for all of these messages, as JSON. Null stands for everybody, when no message restricts it.
 *
 * @param ownId the conversation's own character
 */
function writeAudience(messages: readonly { audience: string | null }[], ownId: string): string | null {
  const [first, ...others] = messages.map(({ audience }) => readAudience(audience, ownId))
  const common = first?.filter((id) => others.every((audience) => audience.includes(id)))
  return common ? JSON.stringify(common) : null
}

/** Whether a character knows what has this audience. The player, for whom `characterId` is null, knows everything. */
export function isKnownTo(audience: readonly string[] | null, characterId: string | null): boolean {
  return audience === null || characterId === null || audience.includes(characterId)
}

/** The columns of a fact that these messages state. */
export function citing(messages: readonly { id: string; audience: string | null }[], ownId: string) {
  return { sources: JSON.stringify(messages.map(({ id }) => id)), audience: writeAudience(messages, ownId) }
}

/** The columns of the block of these messages, which goes on from the one before it. Throws without messages. */
export function covering(messages: readonly MessageText[], previous: BlockRow | null | undefined, ownId: string) {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) throw new Error('a block needs messages')
  const readable = messages.filter(({ status, content }) => status !== 'redacted' && !isBlank(content))
  return {
    previous_id: previous?.id ?? null,
    first_message_id: first.id,
    last_message_id: last.id,
    first_depth: first.depth,
    last_depth: last.depth,
    is_stale: 0,
    audience: writeAudience([...messages, ...(previous ? [previous] : [])], ownId),
    message_ids: JSON.stringify(readable.map(({ id }) => id)),
  }
}
