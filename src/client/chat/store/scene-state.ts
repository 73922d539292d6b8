import { chooseSpeakers } from '#engine/scenes/choose-speakers.ts'
import { findAddressed } from '#engine/scenes/find-addressed.ts'
import type { Participant } from '#shared/scenes.ts'
import type { ConversationState } from './conversation-state.ts'
import type { ConversationMessage } from './messages.ts'

type SceneState = Pick<ConversationState, 'scene' | 'messages' | 'characterId' | 'pickedSpeakerId'>

/** The ids of those who are present; null if the conversation has its own character only. */
export function presentIn({ scene }: Pick<ConversationState, 'scene'>): string[] | null {
  if (!scene) return null
  return scene.participants.filter(({ present }) => present).map(({ characterId }) => characterId)
}

/** Predicts which speaker the server will choose after a message, so that the reply is shown in their name immediately. */
export function predictSpeaker(state: SceneState, text: string): string | null {
  const { scene, messages, characterId, pickedSpeakerId } = state
  if (!scene) return null
  const canSpeak = scene.participants.filter(({ present, available }) => present && available)
  const last = messages.findLast(({ role, content }) => role === 'character' && content !== '')
  const [first] = chooseSpeakers({
    order: scene.turnOrder,
    present: canSpeak.map((participant) => participant.characterId),
    lastSpeaker: last ? (last.speakerId ?? characterId) : null,
    addressed: findAddressed(
      text,
      canSpeak.map((participant) => ({ id: participant.characterId, name: participant.name })),
    ),
    picked: pickedSpeakerId,
    hasMessage: text !== '',
  })
  return first ?? null
}

/** The transcript's note about who joined and who left between two messages; empty if nobody did. */
export function describeChange(
  before: readonly string[] | null,
  after: readonly string[] | null,
  { ownId, participants }: { ownId: string; participants: readonly Participant[] },
): string {
  const [from, to] = [before ?? [ownId], after ?? [ownId]]
  const namesOf = (ids: readonly string[], others: readonly string[]) =>
    participants.filter(({ characterId: id }) => ids.includes(id) && !others.includes(id)).map(({ name }) => name)
  const [joined, left] = [namesOf(to, from), namesOf(from, to)]
  const parts = [joined.length > 0 ? `${list(joined)} joined` : '', left.length > 0 ? `${list(left)} left` : '']
  return parts.filter(Boolean).join('. ')
}

/** The transcript's note before a whisper. */
export function describeWhisper(audience: readonly string[] | null, participants: readonly Participant[]): string {
  const heard = participants.filter(({ characterId }) => audience?.includes(characterId))
  return `Only ${list(heard.map(({ name }) => name))} hears this`
}

/** The character that says a message; the conversation's own where it names none. */
export function speakerOf(
  { speakerId }: Pick<ConversationMessage, 'speakerId'>,
  { scene }: Pick<ConversationState, 'scene'>,
): Participant | undefined {
  return scene?.participants.find(({ characterId }) => characterId === speakerId)
}

export function list(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
