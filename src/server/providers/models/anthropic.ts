import type { PromptMessage } from '#engine/prompt/input.ts'
import { AnthropicMessage } from './anthropic-message.ts'
import type { Protocol } from './http-model.ts'
import { strictRoles } from './reply-filters/roles.ts'

interface Block {
  type: 'text'
  text: string
  cache_control?: { type: 'ephemeral' }
}

/** Anthropic's Messages API: system texts apart, strict turns, and marks up to where the prompt may be cached. */
export const anthropic: Protocol = {
  path: '/messages',
  authorization: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  hear: (text) => new AnthropicMessage(text),
  body(service, model, request, without) {
    // Stop texts of white space alone are refused; we watch for all of them ourselves anyway.
    const stops = (request.stop ?? []).filter((stop) => stop.trim() !== '')
    const fields: Record<string, unknown> = {
      temperature: Math.min(request.temperature, service.temperatureMax ?? 1),
      ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    }
    for (const field of Object.keys(fields)) {
      if (without(field)) delete fields[field]
    }
    return { model, max_tokens: request.maxTokens, stream: true, ...cachedPrompt(request.messages), ...fields }
  },
}

/**
 * The prompt with its marks: after the first system text (fixed for the conversation), after the last (the summary
 * changes rarely), and after the last history message that will stand there next time too.
 */
function cachedPrompt(messages: readonly PromptMessage[]): Record<string, unknown> {
  const { system, turns, lastStable } = strictRoles(messages)
  const isMarked = (turn: number, part: number) => lastStable?.[0] === turn && lastStable[1] === part
  return {
    ...(system.length === 0
      ? {}
      : { system: system.map((text, index) => block(text, index === 0 || index === system.length - 1)) }),
    messages: turns.map(({ role, parts }, turn) => ({
      role,
      content: parts.map((text, part) => block(text, isMarked(turn, part))),
    })),
  }
}

function block(text: string, marked: boolean): Block {
  return marked ? { type: 'text', text, cache_control: { type: 'ephemeral' } } : { type: 'text', text }
}
