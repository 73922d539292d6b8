/** The most replies to one message. */
export const maxReplies = 4

export interface SpeakerChoice {
  order: 'manual' | 'round' | 'addressed'
  /** Who is present and can speak, in the order of a round. */
  present: readonly string[]
  /** Who spoke last on this path; null when nobody has. */
  lastSpeaker: string | null
  /** Whom the message names; see `findAddressed`. */
  addressed: readonly string[]
  /** Whom the user has picked. */
  picked: string | null
  /** Whether the user says something. */
  hasMessage: boolean
}

/**
 * Who speaks after a message, one after the other. Whom the user picked speaks alone. By round, everybody speaks once,
 * beginning after who spoke last; with more than `maxReplies` present, the next message goes on where this one ended. A
 * message that names nobody is answered by round. Without a message, or by hand without a choice, the next one speaks alone.
 *
 * @example
 * const choice = { order: 'round', present: ['ada', 'ines', 'bo'], lastSpeaker: 'ada', addressed: [], picked: null, hasMessage: true }
 * chooseSpeakers(choice) // ['ines', 'bo', 'ada']
 * chooseSpeakers({ ...choice, hasMessage: false }) // ['ines']
 * chooseSpeakers({ ...choice, order: 'addressed', addressed: ['bo'] }) // ['bo']
 */
export function chooseSpeakers(choice: SpeakerChoice): string[] {
  const { order, present, lastSpeaker, picked, hasMessage } = choice
  if (picked !== null) return present.includes(picked) ? [picked] : []
  const next = present.indexOf(lastSpeaker ?? '') + 1
  const round = [...present.slice(next), ...present.slice(0, next)]
  if (order === 'manual' || !hasMessage) return round.slice(0, 1)
  const addressed = order === 'addressed' ? choice.addressed.filter((id) => present.includes(id)) : []
  return (addressed.length > 0 ? addressed : round).slice(0, maxReplies)
}
