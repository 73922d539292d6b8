import type { PromptMessage } from '#engine/prompt/input.ts'
import type { Prefill } from '../model-profile.ts'
import type { Target } from '../protocol.ts'
import type { ModelRequest } from '../provider.ts'
import {
  directionInsideReply,
  type StrictPrompt,
  toMessagesWithoutSystem,
  toStrictMessages,
  toStrictPrompt,
} from './strict-roles.ts'

export interface TextPart {
  type: 'text'
  text: string
  cache_control?: { type: 'ephemeral' }
}

/** How the model goes on inside the last message of the request; null if the request does not ask, or it cannot. */
export function prefillOf({ profile, learned }: Target, request: ModelRequest): Prefill | null {
  return request.prefill && !learned.facts.rejectsPrefill ? profile.prefill : null
}

/** The fields of the request with its messages, in the form and with the roles that the model takes. */
export function toMessages(target: Target, request: ModelRequest): Record<string, unknown> {
  const prefill = prefillOf(target, request)
  const messages = withRoles(target, request, prefill !== null)
  const last = messages.at(-1)
  if (prefill === null || last?.role !== 'assistant') return { messages }
  const open = { ...last, content: last.content.trimEnd(), ...prefill.message }
  return { messages: [...messages.slice(0, -1), open], ...prefill.request }
}

/**
 * The request in strict roles, in parts with cache marks: after the first system text, which is fixed for the
 * conversation; after the last one, the summary, which changes rarely; and after the last part of the history that the
 * next request will have too.
 */
export function toMarkedParts(target: Target, request: ModelRequest) {
  const isOpen = prefillOf(target, request) !== null
  const { system, messages, lastStable } = toStrictPrompt(askedMessages(request, isOpen), isOpen)
  if (isOpen) trimOpenReply(messages)
  const isMarked = (message: number, part: number) => lastStable?.[0] === message && lastStable[1] === part
  return {
    system: system.map((text, index) => toPart(text, index === 0 || index === system.length - 1)),
    messages: messages.map(({ role, parts }, index) => ({
      role,
      content: parts.map((text, part) => toPart(text, isMarked(index, part))),
    })),
  }
}

/** With white space at its end, an open reply is rejected by some services, and continued badly by most models. */
function trimOpenReply(messages: StrictPrompt['messages']): void {
  const open = messages.at(-1)
  if (open?.role === 'assistant') open.parts = open.parts.map((text) => text.trimEnd())
}

function withRoles({ profile, learned }: Target, request: ModelRequest, isOpen: boolean): readonly PromptMessage[] {
  const messages = askedMessages(request, isOpen)
  if (profile.roles === 'no-system' || learned.facts.rejectsSystemRole) return toMessagesWithoutSystem(messages, isOpen)
  if (profile.roles === 'strict' || learned.facts.needsStrictRoles) return toStrictMessages(messages, isOpen)
  return messages
}

function askedMessages({ messages, prefill }: ModelRequest, isOpen: boolean): readonly PromptMessage[] {
  return prefill && !isOpen ? [...messages, { role: 'user', content: directionInsideReply }] : messages
}

function toPart(text: string, isMarked: boolean): TextPart {
  return isMarked ? { type: 'text', text, cache_control: { type: 'ephemeral' } } : { type: 'text', text }
}
