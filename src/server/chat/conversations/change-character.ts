import type { CharacterRow } from '#server/characters/queries.ts'
import { characterCues, getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { bumpMemoryVersion, listBlocks, listFacts } from '../memory/queries.ts'
import { parseNotes } from '../notes/notes-due.ts'
import { findScene } from '../scenes/scene.ts'
import { createSeededCheck, endOf } from '../screening/screen-turn.ts'
import { assertAtLeaf, lockTree } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, readTree, saveConversationSearch } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { setCharacter } from './queries.ts'

/**
 * Gives a conversation to another character, which has said what the one before has. Its texts are screened as an import of
 * them would be. Throws for a character that takes part already.
 */
export async function changeCharacter(
  context: Context,
  viewer: Viewer,
  { conversationId, characterId }: { conversationId: string; characterId: string },
): Promise<void> {
  const { db } = context
  const conversation = await getOwnConversation(db, viewer, conversationId)
  const { id, active_leaf_id, character_id: from, title } = conversation
  const character = await getChatCharacter(context, viewer, characterId, null)
  if (character.id === from) return
  const scene = await findScene(context, db, viewer, conversation)
  if (scene?.participants.some((participant) => participant.character_id === character.id)) {
    throw new ApiError('bad_request', { message: `${character.name} is in this scene already.` })
  }
  const cues = new Set([...(scene?.cues ?? []), ...characterCues(context, character)])
  await screenTexts(context, { viewer, character, cues }, conversation)
  await transactChange(context, viewer, id, async (trx) => {
    assertAtLeaf(await lockTree(trx, viewer, id), active_leaf_id)
    await setCharacter(trx, id, { from, to: character })
    await bumpMemoryVersion(trx, id, 'if-any')
    const searched = { id, user_id: viewer.id, title, character_name: character.name }
    if (conversation.started_at !== null) await saveConversationSearch(trx, searched)
  })
}

async function screenTexts(
  context: Context,
  turn: { viewer: Viewer; character: CharacterRow; cues: ReadonlySet<string> },
  { id, notes }: ConversationRow,
): Promise<void> {
  const screen = createSeededCheck(context, turn)
  const { scene, note } = parseNotes(notes) ?? {}
  const blocks = (await listBlocks(context.db, id)).flatMap((block) => [block.summary, block.corrected_summary])
  const facts = (await listFacts(context.db, id)).map(({ text }) => text)
  for (const text of [scene, note, ...blocks, ...facts]) if (text) await screen({ role: 'user', text, before: '' })
  const ends = new Map<string, string>()
  for await (const rows of readTree(context.db, id)) {
    for (const row of rows) {
      const before = ends.get(row.parent_id ?? '') ?? ''
      if (row.content !== '' && row.hidden_at === null) await screen({ role: row.role, text: row.content, before })
      ends.set(row.id, endOf(row.content, before))
    }
  }
}
