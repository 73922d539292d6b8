/** Separates the blocks of example dialogue. */
export const exampleSeparator = '\n***\n'

/**
 * Splits example dialogue into its blocks, without the `<START>` marks.
 *
 * @example
 * exampleBlocks('<START>\n{{user}}: Hi\n<START>\n{{char}}: Ahoy') // ['{{user}}: Hi', '{{char}}: Ahoy']
 */
export function exampleBlocks(exampleDialogue: string): string[] {
  return exampleDialogue
    .split(/<START>/i)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

/** A speaker's label in example dialogue, before macros are expanded. */
const label = /^[ \t]*(?:\{\{(user|char)\}\}|<(user|bot|char)>)[ \t]*:[ \t]*/gim

/**
 * Writes a block of example dialogue without names before the lines: a model that reads a script writes one.
 *
 * @example
 * exampleText('{{user}}: Hi\n{{char}}: Ahoy.') // '(The player says: Hi)\nAhoy.'
 */
export function exampleText(block: string): string {
  const labels = [...block.matchAll(label)]
  if (labels[0]?.index !== 0) return block
  const lines = labels.map((match, at) => {
    const said = block.slice(match.index + match[0].length, labels[at + 1]?.index).trim()
    const speaker = match[1] ?? match[2]
    return speaker?.toLowerCase() === 'user' ? `(The player says: ${said})` : said
  })
  return lines.join('\n')
}
