import type { CharacterRow } from '#server/characters/queries.ts'
import { screenContext } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { screenText } from '#server/screening/screen-text.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import type { Crisis } from '../replies/reply-job.ts'

interface ScreenedTurn {
  viewer: Viewer
  character: CharacterRow
}

/** Throws for a message that the policy does not let pass. Returns it when its author may be in crisis. */
export function screenMessage(
  context: Context,
  { viewer, character }: ScreenedTurn,
  { text, before, conversationId }: { text: string; before: string; conversationId: string },
): Crisis | null {
  const standing = screenContext(context, character)
  const evidence = { conversationId, characterId: character.id, before }
  const hit = screenText(context, { surface: 'message', text, author: viewer, standing, before, evidence })
  return hit && { hit, text }
}

/** Throws for a history, sent by a client, that the policy does not let pass. */
export function screenHistory(context: Context, { viewer, character }: ScreenedTurn, history: HistoryEntry[]): void {
  const standing = screenContext(context, character)
  let before = ''
  for (const { role, content: text } of history) {
    const surface = role === 'user' ? 'message' : 'reply'
    const evidence = { characterId: character.id }
    screenText(context, { surface, thing: 'history', text, author: viewer, standing, before, evidence })
    before = text.slice(-200)
  }
}
