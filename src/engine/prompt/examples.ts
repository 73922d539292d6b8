import type { PromptMessage } from './input.ts'

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
 * Reads a block of example dialogue as messages. Null if it does not begin with `{{user}}:` or `{{char}}:`.
 *
 * @example
 * exampleMessages('{{user}}: Hi\n{{char}}: Ahoy.') // [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Ahoy.' }]
 * exampleMessages('She often says: ahoy.') // null
 */
export function exampleMessages(block: string): PromptMessage[] | null {
  const labels = [...block.trim().matchAll(label)]
  if (labels[0]?.index !== 0) return null
  return labels.map((match, at) => ({
    role: (match[1] ?? match[2])?.toLowerCase() === 'user' ? 'user' : 'assistant',
    content: block
      .trim()
      .slice(match.index + match[0].length, labels[at + 1]?.index)
      .trim(),
  }))
}

/**
 * Writes a block of example dialogue without names before the lines: a model that reads a script writes one.
 *
 * @example
 * exampleText('{{user}}: Hi\n{{char}}: Ahoy.') // '(The player says: Hi)\nAhoy.'
 */
export function exampleText(block: string): string {
  const messages = exampleMessages(block) ?? [{ role: 'assistant', content: block }]
  return messages.map(({ role, content }) => (role === 'user' ? `(The player says: ${content})` : content)).join('\n')
}

/** Begin a message in marked examples. The author's own are removed. */
const marks = { user: '\ue000', assistant: '\ue001' } as const

/**
 * Example dialogue as one text in which a private-use character begins each message, so that macros can be expanded and
 * blocks left out before it is split into messages. Empty if a block has no labels.
 *
 * @example
 * markedExamples('She often says: ahoy.') // ''
 */
export function markedExamples(exampleDialogue: string): string {
  const blocks = exampleBlocks(exampleDialogue.replaceAll(/[\ue000\ue001]/g, '')).map(exampleMessages)
  if (blocks.includes(null)) return ''
  return blocks
    .map((block) =>
      block?.map(({ role, content }) => `${role === 'user' ? marks.user : marks.assistant}${content}`).join('\n'),
    )
    .join(exampleSeparator)
}

/**
 * The messages of marked examples. A message without text is left out.
 *
 * @example
 * readMarkedExamples(markedExamples('<START>\n{{user}}: Hi')) // [{ role: 'user', content: 'Hi', name: 'example_user' }]
 */
export function readMarkedExamples(text: string): PromptMessage[] {
  return text
    .split(exampleSeparator)
    .join('\n')
    .split(/(?=[\ue000\ue001])/)
    .map((part): PromptMessage => {
      const role = part.startsWith(marks.user) ? 'user' : 'assistant'
      return { role, name: `example_${role}`, content: part.slice(1).trim() }
    })
    .filter(({ content }) => content !== '')
}
