/** Tells whether a text has a match. It must take linear time, whatever the expression and the text are. */
export type RegexTest = (text: string) => boolean

/**
 * Compiles a regular expression; null if it is not valid. The engine has no matcher of its own: JavaScript's can take
 * exponential time.
 */
export type CompileRegex = (source: string, flags: string) => RegexTest | null

/**
 * The expression of a key such as `/harbou?r/i`; null without slashes.
 *
 * @example
 * readSlashes('/harbou?r/i') // { source: 'harbou?r', flags: 'i' }
 */
export function readSlashes(key: string): { source: string; flags: string } | null {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(key.trim()) ?? []
  return source === undefined ? null : { source, flags }
}
