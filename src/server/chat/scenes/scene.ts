import { charName } from '#engine/cards/character.ts'
import { readAudience } from '#engine/scenes/audience.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { withKeptRevision } from '#server/characters/revisions/revision.ts'
import { characterCues, getChatCharacter, prepareCharacterCues } from '#server/characters/screen-character.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { contentRatings } from '#shared/entitlements.ts'
import type { TurnOrder } from '#shared/scenes.ts'
import { isAvailable } from '../../characters/character-scope.ts'
import { type ConversationRow, findMessage, type MessageRow } from '../tree/queries.ts'
import { withChatRating } from './chat-rating.ts'
import { listParticipants, type ParticipantRow } from './queries.ts'

/** The conversation, as far as a turn needs it. */
export type SceneConversation = Pick<ConversationRow, 'id' | 'character_id' | 'turn_order' | 'content_rating'>

/** `isAvailable`: whether the viewer may chat with the character. */
type SceneParticipant = ParticipantRow & { character: CharacterRow | null; isAvailable: boolean }

/** A conversation with several characters. */
export interface Scene {
  conversationId: OwnConversationId
  /** The conversation's own character: the one that was alone where a message stores no audience. */
  ownId: string
  order: TurnOrder
  /** In the order of a round, those who have left included. */
  participants: SceneParticipant[]
  /** The cues of all its characters, including those who have left. They count for every text of the scene. */
  cues: ReadonlySet<string>
  /** Whether one of the characters is not for everyone. */
  isMature: boolean
}

/** One reply of a scene. */
export interface SceneTurn {
  scene: Scene
  speakerId: string
  /** The ids of the characters that are present. */
  present: string[]
  /** In a whisper, which the speaker alone hears: who is present after it. */
  presentAfter?: string[]
}

/** The scene of a conversation; null if it has its own character only, without a statement. */
export async function findScene(
  context: Context,
  db: Queryable,
  viewer: Account,
  { id, character_id, turn_order: order, content_rating }: SceneConversation,
): Promise<Scene | null> {
  if (order === null) return null
  const scope = characterScope(context, viewer)
  const participants = (await listParticipants(db, id)).map(({ character, ...participant }) => ({
    ...participant,
    character: character && withChatRating(context, viewer, withKeptRevision(character), { content_rating }),
    isAvailable: character !== null && isAvailable(character, scope),
  }))
  const characters = participants.flatMap(({ character }) => (character ? [character] : []))
  for (const character of characters) await prepareCharacterCues(context, character)
  return {
    conversationId: id,
    ownId: character_id,
    order,
    participants,
    cues: new Set(characters.flatMap((character) => [...characterCues(context, character)])),
    isMature: characters.some(({ content_rating }) => content_rating !== 'general'),
  }
}

/** The ids of those who are present after the newest message. */
export function presentAfter(
  { ownId, participants }: { ownId: string; participants: Pick<ParticipantRow, 'character_id' | 'left_at'>[] },
  leaf: Pick<MessageRow, 'audience' | 'present_after'> | undefined,
): string[] {
  if (leaf) return readAudience(leaf.present_after ?? leaf.audience, ownId)
  return participants.filter(({ left_at }) => left_at === null).map(({ character_id }) => character_id)
}

/** The characters that can speak, of those who are present, in the order of a round. */
export function listSpeakers({ participants }: Scene, present: readonly string[]): CharacterRow[] {
  return participants.flatMap(({ character, isAvailable }) =>
    character && isAvailable && present.includes(character.id) ? [character] : [],
  )
}

/** The name by which the others call a character. */
export function nameIn({ participants }: Scene): (characterId: string) => string {
  return (characterId) => {
    const participant = participants.find(({ character_id }) => character_id === characterId)
    const { character, isAvailable, character_name } = participant ?? {}
    return (isAvailable && character ? charName(toFields(character)) : character_name) || 'Somebody'
  }
}

/** The row of a speaker with the rating of the scene: the lowest of those who are present. */
export function withSceneRating(speaker: CharacterRow, { scene, present }: SceneTurn): CharacterRow {
  const ratings = scene.participants.flatMap(({ character_id, character }) =>
    character && present.includes(character_id) ? [character.content_rating] : [],
  )
  const content_rating = contentRatings.find((rating) => ratings.includes(rating)) ?? speaker.content_rating
  return { ...speaker, content_rating }
}

/** Who said a message; null for the player. */
export function speakerOf({ role, speaker_id }: Pick<MessageRow, 'role' | 'speaker_id'>, ownId: string): string | null {
  return role === 'user' ? null : (speaker_id ?? ownId)
}

/** Who speaks after a reply in its round, unless that has ended. */
export const queueAfter = ({ round_queue }: Pick<MessageRow, 'round_queue'>): string[] =>
  round_queue === null ? [] : (JSON.parse(round_queue) as string[])

/** The columns of a turn's rows that describe its scene. */
export function sceneColumns(turn: SceneTurn, queue: readonly string[]) {
  // The anchor of a scene belongs to its speaker: it is found on the speaker's last reply.
  const { presentAfter: after } = turn
  const whisper = after ? { present_after: JSON.stringify(after), is_whisper: 1 } : {}
  const message = { audience: JSON.stringify(turn.present), anchor_id: null, ...whisper }
  const round_queue = queue.length > 0 ? JSON.stringify(queue) : null
  return { message, reply: { speaker_id: turn.speakerId, round_queue } }
}

export interface Speaker {
  character: CharacterRow
  /** Left out where the conversation has its own character only. */
  sceneTurn?: SceneTurn
}

/**
 * The character that speaks in a message of the conversation, or would speak after it. Throws `not_found` when the viewer may
 * not use it any more.
 */
export async function getSpeaker(
  context: Context,
  viewer: Viewer,
  conversation: SceneConversation,
  messageId: string | null,
): Promise<Speaker> {
  const { db } = context
  const scene = await findScene(context, db, viewer, conversation)
  const message = scene && messageId ? await findMessage(db, scene.conversationId, messageId) : undefined
  const present = scene ? (message ? readAudience(message.audience, scene.ownId) : presentAfter(scene, undefined)) : []
  const ownId = conversation.character_id
  const [first = ownId] = scene ? listSpeakers(scene, present).map(({ id }) => id) : []
  const speakerId = message?.role === 'character' ? (message.speaker_id ?? ownId) : first
  const stored = await getChatCharacter(context, viewer, speakerId, conversation.id)
  const character = withChatRating(context, viewer, stored, conversation)
  if (!scene) return { character }
  const sceneTurn = { scene, speakerId, present }
  return { character: withSceneRating(character, sceneTurn), sceneTurn }
}
