import { isBlank } from '../is-blank.ts'
import { readDecorators } from '../lore/decorators.ts'
import type { LoreEntry } from '../lore/lorebook.ts'

/**
 * Why an entry of a lorebook can never be used, whatever is said; null if it can. Regular expressions are not compiled.
 *
 * @example
 * findDeadReason({ ...blankEntry, content: 'The reef is sharp.' }) // 'no-keys'
 * findDeadReason({ ...blankEntry, keys: ['reef'], content: 'The reef is sharp.' }) // null
 */
export function findDeadReason({
  keys,
  constant,
  use_regex,
  content,
}: LoreEntry): 'empty' | 'never' | 'no-keys' | null {
  const { values, text } = readDecorators(content)
  if (isBlank(text)) return 'empty'
  if (values.activate !== undefined) return null
  if (values.dont_activate !== undefined) return 'never'
  const isAlways = constant === true && !use_regex
  return isAlways || keys.some((key) => !isBlank(key)) ? null : 'no-keys'
}
