import { isBlank } from '#engine/is-blank.ts'
import { readAudience } from '#engine/scenes/audience.ts'
import { chooseSpeakers } from '#engine/scenes/choose-speakers.ts'
import { findAddressed } from '#engine/scenes/find-addressed.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findMessage, type MessageRow } from '../tree/queries.ts'
import {
  findScene,
  listSpeakers,
  presentAfter,
  queueAfter,
  type Scene,
  type SceneConversation,
  type Speaker,
  speakerOf,
  withSceneRating,
} from './scene.ts'

/** Who speaks next, and after that. */
export interface ChosenSpeaker extends Speaker {
  /** The ids of those who speak afterwards, without another message of the user. */
  queue: string[]
}

interface Choice {
  /** The newest message before what the user says now. */
  leaf: MessageRow | undefined
  /** What the user says; empty when the user lets the scene go on. */
  message: string
  /** Whom the user has picked. */
  picked?: string
  /** The audience of another version of what the user says now. Default: the characters that are present after the leaf. */
  audience?: string | null
  /** Whether the one who speaks alone hears it. */
  isWhisper?: boolean
  /** Another version of a whisper: who is present after it. Default: those who are present before. */
  presentLater?: string[]
}

/**
 * Chooses who speaks after a message: without a scene the conversation's own character. Throws `bad_request` when nobody can
 * speak, or when the picked one is not there.
 */
export async function chooseSpeaker(
  context: Context,
  db: Queryable,
  viewer: Viewer,
  { own, ...conversation }: SceneConversation & { own: CharacterRow },
  { leaf, message, picked, audience, isWhisper = false, presentLater }: Choice,
): Promise<ChosenSpeaker> {
  const scene = await findScene(context, db, viewer, conversation)
  if (!scene) return { character: own, queue: [] }
  const presentIds = audience === undefined ? presentAfter(scene, leaf) : readAudience(audience, scene.ownId)
  const speakers = listSpeakers(scene, presentIds)
  const cards = speakers.map((speaker) => ({ ...toFields(speaker), id: speaker.id }))
  const hasMessage = !isBlank(message)
  const present = speakers.map((speaker) => speaker.id)
  const waiting = hasMessage || picked ? [] : findWaiting(scene, leaf).filter((one) => present.includes(one))
  const choice = {
    order: scene.order,
    present,
    lastSpeaker: await findLastSpeaker(db, scene, leaf),
    addressed: scene.order === 'addressed' ? findAddressed(message, cards) : [],
    picked: picked ?? null,
    hasMessage,
  }
  const [speakerId, ...queue] = waiting.length > 0 ? waiting : chooseSpeakers(choice)
  const speaker = speakers.find((one) => one.id === speakerId)
  if (!speakerId || !speaker) throw new ApiError('bad_request', { message: picked ? pickedIsAbsent : nobodyCanSpeak })
  const sceneTurn = { scene, speakerId, present: presentIds }
  const character = withSceneRating(speaker, sceneTurn)
  if (!isWhisper) return { character, sceneTurn, queue }
  return {
    character,
    sceneTurn: { ...sceneTurn, present: [speakerId], presentAfter: presentLater ?? presentIds },
    queue: [],
  }
}

/** Who still has to speak in a round that a crash, a restart or a limit has interrupted. An empty reply is repeated. */
function findWaiting({ ownId }: Scene, leaf: MessageRow | undefined): string[] {
  if (!leaf || leaf.round_queue === null) return []
  const again = leaf.content === '' ? (speakerOf(leaf, ownId) ?? []) : []
  return [again, queueAfter(leaf)].flat()
}

const nobodyCanSpeak = 'Nobody who could answer is in this scene. Add a character.'
const pickedIsAbsent = 'This character is not in the scene now. Bring it back, or let somebody else speak.'

/** Who spoke last on the path. A user's message without a reply stands after one. */
async function findLastSpeaker(db: Queryable, scene: Scene, leaf: MessageRow | undefined): Promise<string | null> {
  if (!leaf || leaf.role === 'character') return leaf ? speakerOf(leaf, scene.ownId) : null
  const before = leaf.parent_id ? await findMessage(db, scene.conversationId, leaf.parent_id) : undefined
  return before ? speakerOf(before, scene.ownId) : null
}
