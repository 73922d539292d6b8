import { asRecord, parseJson } from '../json-values.ts'

/** The numbers of SillyTavern's prompt roles. */
export const noteRoles = ['system', 'user', 'assistant'] as const

/** A line of a file, as JSON. */
export type Line = Record<string, unknown>

/**
 * @example
 * isHeader({ user_name: 'Sam' }) // true
 */
export const isHeader = (line: Line): boolean => ('user_name' in line || 'chat_metadata' in line) && !('mes' in line)

/**
 * Whether the first line of a file begins a chat of SillyTavern. Groups of 1.13.5 and before begin with a message.
 *
 * @example
 * isSillyTavernLine({ name: 'Ilse', mes: 'Ahoy.' }) // true
 */
export const isSillyTavernLine = (line: unknown): boolean => {
  const first = asRecord(line)
  return isHeader(first) || ('mes' in first && ('is_user' in first || 'name' in first))
}

/**
 * The line without what is not read: the reasoning and other data of replies and their versions, which take more than the
 * text. A line of another format stays as it is.
 *
 * @example
 * trimSillyTavernLine('{"mes":"Ahoy.","is_user":false,"extra":{"reasoning":"Hm."}}').includes('reasoning') // false
 */
export function trimSillyTavernLine(line: string): string {
  if (!line.startsWith('{')) return line
  const value = parseJson(line)
  if (!isSillyTavernLine(value)) return line
  return JSON.stringify(value, readFields)
}

/** The fields that are read: of a line, of its versions, and of the author's note in the first line. */
const readFields = (
  'name is_user is_system mes message send_date original_avatar swipe_id swipes swipe_info extra type model interrupted ' +
  'user_name character_name create_date chat_metadata title note_prompt note_interval note_position note_depth note_role'
).split(' ')
