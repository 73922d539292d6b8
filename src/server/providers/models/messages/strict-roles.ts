import { isBlank } from '#engine/is-blank.ts'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { asDirection } from '#engine/prompt/instructions.ts'
import { directionHeading } from '#engine/reply/direction-filter.ts'

export interface StrictMessage {
  role: 'user' | 'assistant'
  parts: string[]
}

/** A prompt for services with strict roles: system texts, then messages of user and assistant, alternating, the user first. */
export interface StrictPrompt {
  system: string[]
  messages: StrictMessage[]
  /** The last part that the next request will have at the same place, as `[message, part]`; null if there is none. */
  lastStable: [number, number] | null
}

/**
 * Converts messages in any order to strict roles. The system messages at the beginning become `system`. A later one
 * depends on its place, so it becomes a direction in the user's message there. Consecutive messages of one role become
 * one. The last one is the user's, unless `isOpen`: the last message is a reply that the model goes on with.
 *
 * A system message inside the history changes every turn, so only the messages before the first one are stable.
 */
export function toStrictPrompt(messages: readonly PromptMessage[], isOpen = false): StrictPrompt {
  const written = messages.filter((message) => !isBlank(message.content))
  const firstSpoken = written.findIndex((message) => message.role !== 'system')
  const head = firstSpoken === -1 ? written : written.slice(0, firstSpoken)
  const strict: StrictMessage[] = []
  let lastStable: [number, number] | null = null
  let isStable = true
  const add = (role: StrictMessage['role'], text: string) => {
    const last = strict.at(-1)
    if (last?.role === role) last.parts.push(text)
    else strict.push({ role, parts: [text] })
  }
  if (written[firstSpoken]?.role !== 'user') add('user', directionBeforeGreeting)
  for (const { role, content } of written.slice(head.length)) {
    isStable &&= role !== 'system'
    add(role === 'assistant' ? 'assistant' : 'user', role === 'system' ? toDirection(content) : content)
    if (isStable) lastStable = [strict.length - 1, (strict.at(-1)?.parts.length ?? 1) - 1]
  }
  if (!isOpen && strict.at(-1)?.role !== 'user') add('user', directionAfterReply)
  return { system: head.map((message) => message.content), messages: strict, lastStable }
}

/** The strict prompt as messages, with the system texts as the first message. */
export function toStrictMessages(messages: readonly PromptMessage[], isOpen = false): PromptMessage[] {
  const { system, messages: strict } = toStrictPrompt(messages, isOpen)
  const history = joinParts(strict)
  return system.length === 0 ? history : [{ role: 'system', content: system.join('\n\n') }, ...history]
}

/** The strict prompt as messages without a system role: the system texts are a direction in the first user message. */
export function toMessagesWithoutSystem(messages: readonly PromptMessage[], isOpen = false): PromptMessage[] {
  const { system, messages: strict } = toStrictPrompt(messages, isOpen)
  if (system.length > 0) strict[0]?.parts.unshift(toDirection(system.join('\n\n')))
  return joinParts(strict)
}

function joinParts(strict: readonly StrictMessage[]): PromptMessage[] {
  return strict.map(({ role, parts }) => ({ role, content: parts.join('\n\n') }))
}

/** True for messages whose order a service with strict roles rejects. */
export function needsStrictRoles(messages: unknown): boolean {
  if (!Array.isArray(messages)) return false
  const roles = messages.map((message: PromptMessage) => message.role)
  const spoken = roles[0] === 'system' ? roles.slice(1) : roles
  return spoken.length % 2 === 0 || spoken.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'))
}

/** Marks a system text that is sent in a user message, so that the model does not take it for the player's words. */
function toDirection(text: string): string {
  return text.startsWith(directionHeading) ? text : asDirection(text)
}

/** The user's message before a greeting. */
const directionBeforeGreeting = asDirection('The scene opens.')
/** The user's message after a reply. */
const directionAfterReply = asDirection('Go on.')
/** The user's message after an unfinished reply, once the model has rejected to go on inside it. */
export const directionInsideReply = asDirection(
  'Your last message was cut off. Go on from exactly where it ends, without repeating any of it.',
)
