/** Cuts a text into parts of at most `max` code units, after a space if there is one in the second half of the part. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const space = Math.max(rest.lastIndexOf('\n', max), rest.lastIndexOf(' ', max))
    const isPair = /[\ud800-\udbff]/.test(rest[max - 1] ?? '')
    const end = space > max / 2 ? space : max - (isPair ? 1 : 0)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest.length > 0 ? [...parts, rest] : parts
}
