import type { HistoryMessage, OtherCharacter } from '#engine/prompt/input.ts'
import { readAudience } from '#engine/scenes/audience.ts'
import { sceneHistory } from '#engine/scenes/scene-history.ts'
import type { Queryable } from '#server/core/context.ts'
import { readKnownMessages, type SceneRow } from './queries.ts'
import { nameIn, type SceneTurn, speakerOf } from './scene.ts'

/**
 * The other characters that are present, with their public descriptions. For a character that is no longer public, only
 * the name.
 */
export function listOthers({ scene, present, speakerId }: SceneTurn): OtherCharacter[] {
  const nameOf = nameIn(scene)
  const others = scene.participants.filter(({ character_id: id }) => id !== speakerId && present.includes(id))
  return others.map(({ character_id, character, isAvailable }) => ({
    name: nameOf(character_id),
    description: isAvailable ? (character?.description ?? '') : '',
  }))
}

/**
 * The messages of a path that the speaker knows, and the anchor of its last prompt on it.
 *
 * @param range `ownName`: the player's name in messages without a persona
 */
export async function readSceneHistory(
  db: Queryable,
  { scene, speakerId }: SceneTurn,
  { leafId, characters, ownName }: { leafId: string | null; characters: number; ownName: string },
): Promise<{ rows: SceneRow[]; history: HistoryMessage[]; anchor: string | null }> {
  if (leafId === null) return { rows: [], history: [], anchor: null }
  const { conversationId, ownId } = scene
  const range = { characterId: speakerId, isOwn: speakerId === ownId, leafId, characters }
  const rows = await readKnownMessages(db, conversationId, range)
  const messages = rows.map(({ id, role, content, status, depth, audience, speaker_id, persona_name }) => ({
    id,
    role,
    content: status === 'redacted' ? '' : content,
    depth,
    player: persona_name ?? ownName,
    audience: readAudience(audience, ownId),
    speakerId: speakerOf({ role, speaker_id }, ownId),
  }))
  const history = sceneHistory(messages, { characterId: speakerId, nameOf: nameIn(scene) })
  const isOwnReply = (row: SceneRow) => speakerOf(row, ownId) === speakerId && row.anchor_id !== null
  return { rows, history, anchor: rows.findLast(isOwnReply)?.anchor_id ?? null }
}
