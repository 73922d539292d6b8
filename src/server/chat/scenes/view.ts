import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Scene as SceneView } from '#shared/scenes.ts'
import type { MessageRow } from '../tree/queries.ts'
import { findScene, presentAfter, type SceneConversation } from './scene.ts'

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
    participants: scene.participants.map(({ isAvailable, character, ...row }) => ({
      characterId: row.character_id,
      name: isAvailable && character ? character.name : row.character_name,
      avatar: isAvailable && character ? character.avatar : row.character_avatar,
      category: isAvailable && character ? character.category : row.character_category,
      available: isAvailable,
      present: present.includes(row.character_id),
    })),
  }
}
