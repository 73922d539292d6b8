const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * Whether JSON may hold more than `most` values. To be asked before large JSON of others is parsed: 8 MB of `{},{},` take
 * 700 MB and a second. Each value but the first comes after a comma or an opening bracket outside of strings.
 *
 * @example
 * hasMoreValues('[1,2]', 2) // true
 * hasMoreValues('["1,2"]', 2) // false
 */
export function hasMoreValues(json: string, most: number): boolean {
  let count = 1
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) isInString = !isInString
    else if (isInString) at += code === backslash ? 1 : 0
    else if (code === comma || code === bracket || code === brace) count += 1
    if (count > most) return true
  }
  return false
}
