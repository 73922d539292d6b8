import type { CharacterRow } from '#server/characters/queries.ts'
import { getChatCharacter, prepareCharacterCues } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { findPlayer } from '../personas/player.ts'
import { withChatRating } from '../scenes/chat-rating.ts'
import { findScene, type SceneConversation } from '../scenes/scene.ts'
import type { ConversationRow } from '../tree/queries.ts'
import { assertAllowed } from './screen-turn.ts'

/** Throws for a text that later prompts of the conversation will contain and that the safety policy does not allow. */
export async function assertAllowedIn(
  context: Context,
  viewer: Viewer,
  conversation: ConversationRow,
  { kind, text }: { kind: 'message' | 'notes'; text: string },
): Promise<void> {
  const character = await getChatCharacter(context, viewer, conversation.character_id, conversation.id)
  const turn = await findPresent(context, viewer, character, conversation)
  const screened = { surface: 'message', kind, text, conversationId: conversation.id } as const
  await assertAllowed(context, { viewer, ...turn }, screened)
}

/** The characters of a conversation and its player, as the safety policy needs them for any of its texts. */
export async function findPresent(
  context: Context,
  viewer: Account,
  stored: CharacterRow,
  conversation: SceneConversation & Pick<ConversationRow, 'persona_id'>,
) {
  const character = withChatRating(context, viewer, stored, conversation)
  await prepareCharacterCues(context, character)
  const scene = await findScene(context, context.db, viewer, conversation)
  const sceneTurn = scene ? { scene, speakerId: character.id, present: [] } : undefined
  const place = { viewer, character, sceneTurn, chosenId: conversation.persona_id }
  return { character, sceneTurn, player: await findPlayer(context, context.db, place) }
}
