import { isBlank } from '../is-blank.ts'
import { messageOverhead } from './estimate.ts'
import type { CountTokens, HistoryMessage } from './input.ts'
import { asDirection, nameChange, quotedName } from './instructions.ts'

/** The directions before the messages with which the player begins to speak under another name. */
export type NameChanges = ReadonlyMap<HistoryMessage, string>

/**
 * Finds where the player's name changes. The fixed part of the prompt has the present name, so the first message counts too
 * if it was sent under another one.
 *
 * @param name the player's name now
 * @example
 * const sam = { id: 'm1', role: 'user', content: 'Hi.', player: 'Sam' }
 * const bo = { id: 'm2', role: 'user', content: 'Ho.', player: 'Bo' }
 * findNameChanges([sam, bo], 'Bo').get(bo) // '[Writing direction: From here on the player is "Bo".]'
 * findNameChanges([bo], 'Bo').size // 0
 */
export function findNameChanges(history: readonly HistoryMessage[], name: string): NameChanges {
  const changes = new Map<HistoryMessage, string>()
  let present = name
  for (const message of history) {
    const { role, player } = message
    if (role !== 'user' || player === undefined || player === present || isBlank(message.content)) continue
    present = player
    changes.set(message, asDirection(nameChange(quotedName(player))))
  }
  return changes
}

/**
 * Whether the player has another name now than in their newest message.
 *
 * @example
 * hasNewName([{ id: 'm1', role: 'user', content: 'Hi.', player: 'Sam' }], 'Bo') // true
 */
export function hasNewName(history: readonly HistoryMessage[], name: string): boolean {
  const last = history.findLast(({ role, content }) => role === 'user' && !isBlank(content))
  return last?.player !== undefined && last.player !== name
}

/**
 * The cost of the direction before a message; 0 if there is none.
 *
 * @example
 * costOfChanges(new Map(), (text) => text.length)({ id: 'm1', role: 'user', content: 'Hi.' }) // 0
 */
export function costOfChanges(changes: NameChanges, countTokens: CountTokens) {
  return (message: HistoryMessage): number => {
    const direction = changes.get(message)
    return direction === undefined ? 0 : countTokens(direction) + messageOverhead
  }
}
