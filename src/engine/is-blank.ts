/**
 * Characters without a shape, as the members of a character class with the flag `u`: control characters, zero-width ones,
 * fillers, and those that only change how others look.
 */
export const unseen = '\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb'

const seen = new RegExp(`[^\\s${unseen}]`, 'u')

/**
 * Whether nothing of a text can be seen. It decides everywhere whether a text is empty.
 *
 * @example
 * isBlank(' \n') // true
 * isBlank('\u200b\u2060') // true
 * isBlank('👍') // false
 */
export const isBlank = (text: string): boolean => !seen.test(text)
