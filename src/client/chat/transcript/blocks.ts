/**
 * Splits Markdown into independent blocks (paragraphs, lists, fenced code), so that only the last block of a streaming
 * reply is parsed and rendered again. The blocks joined by blank lines are equivalent to the whole.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let open: string[] = []
  let fence = ''
  const close = () => {
    if (open.length > 0) blocks.push(open.join('\n'))
    open = []
  }
  for (const line of text.split('\n')) {
    if (fence) {
      open.push(line)
      if (line.trim() === fence) fence = ''
    } else if (line.trim() === '') {
      close()
    } else {
      // An indented line after a blank one belongs to the list item above it.
      const above = open.length === 0 && /^\s{2,}\S/.test(line) ? blocks.pop() : undefined
      if (above !== undefined) open.push(above, '')
      open.push(line)
      fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    }
  }
  close()
  return blocks
}
