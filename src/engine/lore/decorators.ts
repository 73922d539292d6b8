/** A decorator of version 3 of character cards: a line such as `@@depth 4` before the text of an entry. */
export interface Decorator {
  name: string
  /** One sentence of documentation for authors. */
  help: string
  /** What its value is. `ignored`: it means nothing in a chat with messages, so its fallback counts. */
  value: 'none' | 'number' | 'texts' | readonly string[] | 'ignored'
}

/** All decorators of version 3. */
export const decorators = [
  { name: 'activate', value: 'none', help: 'The entry is always used.' },
  { name: 'dont_activate', value: 'none', help: 'The entry is never used, unless it has @@activate.' },
  { name: 'activate_only_after', value: 'number', help: 'Not before the character has sent so many messages.' },
  { name: 'activate_only_every', value: 'number', help: 'Only with every so many messages of the character.' },
  { name: 'keep_activate_after_match', value: 'none', help: 'Once used, it stays.' },
  { name: 'dont_activate_after_match', value: 'none', help: 'It is used once.' },
  { name: 'depth', value: 'number', help: 'How many messages come after it.' },
  { name: 'reverse_depth', value: 'number', help: 'How many messages come before it.' },
  { name: 'role', value: ['system', 'user', 'assistant'], help: 'Who says it, at a depth.' },
  { name: 'scan_depth', value: 'number', help: 'In how many of the newest messages its keys are looked for.' },
  { name: 'is_greeting', value: 'number', help: 'Only in chats with this greeting, from 0.' },
  {
    name: 'position',
    value: ['before_desc', 'after_desc', 'personality', 'scenario'],
    help: 'Before or after the description of the character.',
  },
  { name: 'ignore_on_max_context', value: 'none', help: 'Left out first when not all entries fit.' },
  { name: 'additional_keys', value: 'texts', help: 'One of these has to be found too.' },
  { name: 'exclude_keys', value: 'texts', help: 'The entry is not used when one of these is found.' },
  { name: 'instruct_depth', value: 'ignored', help: 'For text without messages.' },
  { name: 'reverse_instruct_depth', value: 'ignored', help: 'For text without messages.' },
  { name: 'instruct_scan_depth', value: 'ignored', help: 'For text without messages.' },
  { name: 'is_user_icon', value: 'ignored', help: 'For programs where a card has pictures of the player.' },
  { name: 'disable_ui_prompt', value: 'ignored', help: 'For programs whose settings have prompts of their own.' },
] as const satisfies readonly Decorator[]

export type DecoratorName = (typeof decorators)[number]['name']
const byName: ReadonlyMap<string, Decorator> = new Map(decorators.map((decorator) => [decorator.name, decorator]))

/** The values of an entry's decorators. The value of one without a value is empty. */
export type DecoratorValues = Partial<Record<DecoratorName, string>>

/**
 * Separates the decorators of an entry from its text. One that is unknown, or whose value is not valid, is ignored; the
 * first of its fallbacks (`@@@`) that is known counts in its place. Of several with one name, the first counts.
 *
 * @example
 * readDecorators('@@depth 4\n@@role user\n\nThe reef is sharp.') // { values: { depth: '4', role: 'user' }, text: 'The reef is sharp.' }
 * readDecorators('@@mood 4\n@@@depth 2\nSharp.').values // { depth: '2' }
 */
export function readDecorators(content: string): { values: DecoratorValues; text: string } {
  if (!content.includes('@@')) return { values: {}, text: content }
  const head = /^(?:\s*@@[^\n]*(?:\n|$))*/.exec(content)?.[0] ?? ''
  const values: DecoratorValues = {}
  const seen = new Set<string>()
  let isSettled = true
  for (const line of head.split('\n')) {
    const [, marks, name = '', value = ''] = /^\s*(@{2,3})([a-z_]+)(?:\s+(.*))?$/.exec(line) ?? []
    if (marks === undefined) continue
    if (marks === '@@') isSettled = seen.has(name)
    if (isSettled) continue
    if (marks === '@@') seen.add(name)
    if (!isValid(name, value.trim())) continue
    isSettled = true
    values[name as DecoratorName] ??= value.trim()
  }
  return { values, text: head === '' ? content : content.slice(head.length).replace(/^\s*\n/, '') }
}

function isValid(name: string, text: string): boolean {
  const value = byName.get(name)?.value
  if (value === undefined || value === 'ignored') return false
  if (value === 'number') return /^-?\d{1,9}$/.test(text)
  return value === 'none' || (value === 'texts' ? text !== '' : value.includes(text))
}
