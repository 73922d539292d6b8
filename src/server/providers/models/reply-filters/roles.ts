import type { PromptMessage } from '#engine/prompt/input.ts'

export interface Turn {
  role: 'user' | 'assistant'
  parts: string[]
}

/** A conversation as the strict see it: system texts, then turns that alternate, beginning and ending with the user. */
export interface StrictRoles {
  system: string[]
  turns: Turn[]
  /** The last part that will stand just there in the next request too, as `[turn, part]`; null when none will. */
  lastStable: [number, number] | null
}

/** Opens a scene that begins with the character's own words. */
const opening = '(The scene opens.)'
/** Asks a character whose words came last to go on. */
const goOn = '(Go on.)'

/**
 * Puts messages into strict order. The system messages at the beginning stay apart; later ones, which only work where
 * they stand, join the user's turn there; neighbours in one role become parts of one turn.
 *
 * A system message amid the history is one that changes every turn, so what stands before the first of them is stable.
 */
export function strictRoles(messages: readonly PromptMessage[]): StrictRoles {
  const said = messages.filter((message) => message.content.trim() !== '')
  const firstTurn = said.findIndex((message) => message.role !== 'system')
  const head = firstTurn === -1 ? said : said.slice(0, firstTurn)
  const turns: Turn[] = []
  let lastStable: [number, number] | null = null
  let stable = true
  const add = (role: Turn['role'], text: string) => {
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(text)
    else turns.push({ role, parts: [text] })
  }
  if (said[firstTurn]?.role !== 'user') add('user', opening)
  for (const message of said.slice(head.length)) {
    stable &&= message.role !== 'system'
    add(message.role === 'assistant' ? 'assistant' : 'user', message.content)
    if (stable) lastStable = [turns.length - 1, (turns.at(-1)?.parts.length ?? 1) - 1]
  }
  if (turns.at(-1)?.role !== 'user') add('user', goOn)
  return { system: head.map((message) => message.content), turns, lastStable }
}

/** The same, for servers that take the system text as their first message. */
export function strictMessages(messages: readonly PromptMessage[]): PromptMessage[] {
  const { system, turns } = strictRoles(messages)
  const spoken = turns.map(({ role, parts }) => ({ role, content: parts.join('\n\n') }))
  return system.length === 0 ? spoken : [{ role: 'system', content: system.join('\n\n') }, ...spoken]
}

/** Whether a request's messages stand in an order that the strict would refuse. */
export function hasFreeRoles(messages: unknown): boolean {
  if (!Array.isArray(messages)) return false
  const roles = messages.map((message: PromptMessage) => message.role)
  const turns = roles[0] === 'system' ? roles.slice(1) : roles
  return turns.length % 2 === 0 || turns.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))
}
