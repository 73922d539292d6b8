import type { PromptMessage } from '#engine/prompt/input.ts'
import { AnthropicMessageParser } from './anthropic-message-parser.ts'
import type { Protocol } from './http-model.ts'
import { directToGoOn, toStrictPrompt } from './strict-roles.ts'

interface Block {
  type: 'text'
  text: string
  cache_control?: { type: 'ephemeral' }
}

/** Anthropic's Messages API: separate system texts, strict roles, and marks that say which part to cache. */
export const anthropic: Protocol = {
  path: () => '/messages',
  authorization: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  createParser: (filter) => new AnthropicMessageParser(filter),
  createBody({ service, model, profile, unsupported }, request) {
    // The API rejects stop texts of white space. ReplyFilter checks all stop texts in any case.
    const stops = (request.stop ?? []).filter((stop) => stop.trim() !== '')
    const fields: Record<string, unknown> = {
      temperature: Math.min(request.temperature, service.temperatureMax ?? 1),
      ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    }
    for (const field of Object.keys(fields)) {
      if (unsupported.has(field)) delete fields[field]
    }
    const isOpen = request.prefill === true && profile.prefill === 'trailing' && !unsupported.has('prefill')
    const messages = request.prefill && !isOpen ? directToGoOn(request.messages) : request.messages
    return { model, max_tokens: request.maxTokens, stream: true, ...toCachedPrompt(messages, isOpen), ...fields }
  },
}

/**
 * The prompt with cache marks: after the first system text, which is fixed for the conversation; after the last one,
 * the summary, which changes rarely; and after the last part of the history that the next request will have too.
 */
function toCachedPrompt(messages: readonly PromptMessage[], isOpen: boolean): Record<string, unknown> {
  const { system, turns, lastStable } = toStrictPrompt(messages, isOpen)
  // The API rejects white space at the end of an open reply.
  const open = isOpen ? turns.at(-1) : undefined
  if (open?.role === 'assistant') open.parts = open.parts.map((text) => text.trimEnd())
  const isMarked = (turn: number, part: number) => lastStable?.[0] === turn && lastStable[1] === part
  return {
    ...(system.length === 0
      ? {}
      : { system: system.map((text, index) => toBlock(text, index === 0 || index === system.length - 1)) }),
    messages: turns.map(({ role, parts }, turn) => ({
      role,
      content: parts.map((text, part) => toBlock(text, isMarked(turn, part))),
    })),
  }
}

function toBlock(text: string, isMarked: boolean): Block {
  return isMarked ? { type: 'text', text, cache_control: { type: 'ephemeral' } } : { type: 'text', text }
}
