import { isBlank } from '../is-blank.ts'
import type { HistoryMessage } from '../prompt/input.ts'

/** A message of a scene. Without text it is not sent, but tells who was present. */
export interface SceneMessage extends HistoryMessage {
  /** The player's name of that time. */
  player: string
  /** Who said it; null for the player. */
  speakerId: string | null
  /** The ids of the characters that were present. */
  audience: readonly string[]
  /** Number of messages before it on its path. */
  depth: number
}

export interface Viewpoint {
  characterId: string
  /** The name by which the others call a character. */
  nameOf: (characterId: string) => string
}

/**
 * The history of a scene as one of its characters knows it: only messages for which it was present. Its own are its
 * replies; those of the player and of the others begin with the name of who says them. Before the first message for which
 * somebody has come or gone stands a note that says so.
 *
 * @example
 * const names = { ada: 'Ada', ines: 'Ines' }
 * const messages = [
 *   { id: 'm1', role: 'user', speakerId: null, content: 'Hello.', player: 'Sam', audience: ['ada'], depth: 0 },
 *   { id: 'm2', role: 'user', speakerId: null, content: 'Both of you?', player: 'Sam', audience: ['ada', 'ines'], depth: 1 },
 * ]
 * const viewpoint = { characterId: 'ines', nameOf: (id) => names[id] }
 * sceneHistory(messages, viewpoint) // [{ id: 'm2', role: 'user', content: 'Sam: Both of you?', player: 'Sam' }]
 */
export function sceneHistory(messages: readonly SceneMessage[], viewpoint: Viewpoint): HistoryMessage[] {
  const { characterId, nameOf } = viewpoint
  const history: HistoryMessage[] = []
  let before: SceneMessage | null = null
  let notes: string[] = []
  for (const message of messages) {
    if (!message.audience.includes(characterId)) continue
    if (before) notes.push(...notesBetween(before, message, viewpoint))
    before = message
    const { id, role, speakerId, content, player } = message
    if (isBlank(content)) continue
    if (role === 'character' && speakerId === characterId) history.push({ id, role, content })
    else {
      const name = oneLine(speakerId === null ? player : nameOf(speakerId))
      const said = [...notes, `${name}: ${content}`].join('\n')
      history.push({ id, role: 'user', content: said, ...(speakerId === null ? { player } : {}) })
      notes = []
    }
  }
  return history
}

function notesBetween(before: SceneMessage, message: SceneMessage, { characterId, nameOf }: Viewpoint): string[] {
  const missing = (from: readonly string[], to: readonly string[]) =>
    from.filter((id) => id !== characterId && !to.includes(id)).map((id) => oneLine(nameOf(id)))
  const wasAway = message.depth > before.depth + 1
  const name = oneLine(nameOf(characterId))
  return [
    ...(wasAway ? [`(${name} was away for a while, and does not know what happened meanwhile.)`] : []),
    ...missing(before.audience, message.audience).map((other) => `(${other} has left.)`),
    ...missing(message.audience, before.audience).map((other) => `(${other} has come.)`),
  ]
}

const oneLine = (name: string): string => name.trim().replaceAll(/\s+/g, ' ')
