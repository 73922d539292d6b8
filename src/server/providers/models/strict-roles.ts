import type { PromptMessage } from '#engine/prompt/input.ts'

export interface Turn {
  role: 'user' | 'assistant'
  parts: string[]
}

/** A prompt for services with strict roles: system texts, then turns of user and assistant, the user first and last. */
export interface StrictPrompt {
  system: string[]
  turns: Turn[]
  /** The last part that the next request will have at the same place, as `[turn, part]`; null if there is none. */
  lastStable: [number, number] | null
}

/** The user's turn before a greeting. */
const opening = '[Direction, not the words of the player: the scene opens.]'
/** The user's turn after a reply. */
const goOn = '[Direction, not the words of the player: go on.]'
const goOnInside =
  '[Direction, not the words of the player: your last message was cut off. Go on from exactly where it ends, without repeating any of it.]'

/**
 * Converts messages in any order to strict roles. With `isOpen`, the last message is a reply that the model goes on
 * with, so nothing follows it. The system messages at the beginning become `system`. A later one
 * depends on its place, so it becomes part of the user's turn there. Consecutive messages of one role become one turn.
 *
 * A system message inside the history changes every turn, so only the messages before the first one are stable.
 */
export function toStrictPrompt(messages: readonly PromptMessage[], isOpen = false): StrictPrompt {
  const written = messages.filter((message) => message.content.trim() !== '')
  const firstTurn = written.findIndex((message) => message.role !== 'system')
  const head = firstTurn === -1 ? written : written.slice(0, firstTurn)
  const turns: Turn[] = []
  let lastStable: [number, number] | null = null
  let isStable = true
  const add = (role: Turn['role'], text: string) => {
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(text)
    else turns.push({ role, parts: [text] })
  }
  if (written[firstTurn]?.role !== 'user') add('user', opening)
  for (const message of written.slice(head.length)) {
    isStable &&= message.role !== 'system'
    add(message.role === 'assistant' ? 'assistant' : 'user', message.content)
    if (isStable) lastStable = [turns.length - 1, (turns.at(-1)?.parts.length ?? 1) - 1]
  }
  if (!isOpen && turns.at(-1)?.role !== 'user') add('user', goOn)
  return { system: head.map((message) => message.content), turns, lastStable }
}

/** The strict prompt as messages, with the system texts as the first message. */
export function toStrictMessages(messages: readonly PromptMessage[], isOpen = false): PromptMessage[] {
  const { system, turns } = toStrictPrompt(messages, isOpen)
  const history = turns.map(({ role, parts }) => ({ role, content: parts.join('\n\n') }))
  return system.length === 0 ? history : [{ role: 'system', content: system.join('\n\n') }, ...history]
}

/**
 * The messages of a request whose last message is an unfinished reply, for a model that cannot go on inside it: the
 * model is asked to.
 */
export function directToGoOn(messages: readonly PromptMessage[]): PromptMessage[] {
  return [...messages, { role: 'user', content: goOnInside }]
}

/** True for messages whose order a service with strict roles rejects. */
export function needsStrictRoles(messages: unknown): boolean {
  if (!Array.isArray(messages)) return false
  const roles = messages.map((message: PromptMessage) => message.role)
  const turns = roles[0] === 'system' ? roles.slice(1) : roles
  return turns.length % 2 === 0 || turns.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))
}
