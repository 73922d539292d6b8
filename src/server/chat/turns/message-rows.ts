import { type Player, playerColumns } from '../personas/player.ts'
import type { ChosenSpeaker } from '../scenes/choose-speaker.ts'
import { sceneColumns } from '../scenes/scene.ts'
import type { NewMessage } from '../tree/queries.ts'

interface RowOptions {
  id: string
  conversationId: string
  parentId: string | null
  depth: number
  anchor: string | null
  chosen: Pick<ChosenSpeaker, 'sceneTurn' | 'queue'>
  now: number
  /** The idempotency key. */
  key?: string | null
}

function commonColumns({ id, conversationId, parentId, depth, anchor, chosen, now, key }: RowOptions) {
  const columns = chosen.sceneTurn && sceneColumns(chosen.sceneTurn, chosen.queue)
  const place = { id, conversation_id: conversationId, parent_id: parentId, depth, anchor_id: anchor, created_at: now }
  return { row: { ...place, ...columns?.message, idempotency_key: key }, columns }
}

/** The row of a message that the user sends. */
export function userMessage(options: RowOptions & { content: string; player: Player }): NewMessage {
  return { ...commonColumns(options).row, role: 'user', content: options.content, ...playerColumns(options.player) }
}

/** The row of a reply before it is generated. */
export function emptyReply(options: RowOptions): NewMessage {
  const { row, columns } = commonColumns(options)
  return { ...row, ...columns?.reply, role: 'character', content: '', status: 'streaming' }
}
