import { toFields } from '#server/characters/character-columns.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Participant, Scene as SceneView } from '#shared/scenes.ts'
import type { MessageRow } from '../tree/queries.ts'
import { findScene, presentAfter, type SceneConversation } from './scene.ts'

type ParticipantFields = Pick<Participant, 'name' | 'avatar' | 'category' | 'expressions' | 'background'>

/** The scene at the newest message of a conversation; undefined if it has its own character only. */
export async function viewScene(
  context: Context,
  viewer: Viewer,
  conversation: SceneConversation,
  leaf: MessageRow | undefined,
): Promise<SceneView | undefined> {
  const scene = await findScene(context, context.db, viewer, conversation)
  if (!scene) return undefined
  const present = presentAfter(scene, leaf)
  return {
    turnOrder: scene.order,
    participants: scene.participants.map(({ isAvailable, character, ...row }) => {
      const joinedAs = { name: row.character_name, avatar: row.character_avatar, category: row.character_category }
      const shown: ParticipantFields = isAvailable && character ? toFields(character) : joinedAs
      const { name, avatar, category, expressions, background } = shown
      return {
        characterId: row.character_id,
        ...{ name, avatar, category, expressions, background },
        available: isAvailable,
        present: present.includes(row.character_id),
      }
    }),
  }
}
