import type { PromptCharacter } from '#engine/cards/character.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import type { HistoryLine, Prompt, PromptKind } from '#engine/prompt/input.ts'
import type { UserRow } from '#server/accounts/queries.ts'
import { fieldsOf } from '#server/characters/fields.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { ModelRequest, Scene } from '#server/providers/models/provider.ts'
import { entitlements } from '#shared/entitlements.ts'

export interface PromptRequest {
  user: UserRow
  character: CharacterRow
  kind: PromptKind
  history: HistoryLine[]
  anchor: string | null
  /** The same for the whole conversation. */
  conversationSeed: string
  /** New for every reply. */
  replySeed: string
}

/** What the model is asked, and where the verbatim history now begins. */
export function promptFor(context: Context, request: PromptRequest): { prompt: Prompt; ask: ModelRequest } {
  const { user, character, kind, history, anchor } = request
  const card = promptCharacter(character)
  const name = playerName(user)
  const { contextTokens, maxReplyTokens } = context.model
  const prompt = buildPrompt({
    character: card,
    user: { name },
    kind,
    history,
    anchor,
    filter: entitlements[user.account_type].chatFilter,
    budget: { contextTokens, maxReplyTokens },
    seed: request.conversationSeed,
    random: context.ids.chance,
  })
  const { messages, temperature, stop } = prompt
  const scene = sceneOf(card, name, kind, history)
  return {
    prompt,
    ask: { messages, temperature, stop, maxTokens: maxReplyTokens, seed: hash(request.replySeed), scene },
  }
}

/** About how many characters of history can matter: a budget's worth of the longest tokens, read no further back. */
export function historyReach(context: Context): number {
  return context.model.contextTokens * 5
}

export function playerName(user: UserRow): string {
  return user.display_name ?? user.username
}

/** The card as the engine reads it: what the author wrote, in the author's terms. */
export function promptCharacter(row: CharacterRow): PromptCharacter {
  return fieldsOf(row)
}

function sceneOf(card: PromptCharacter, userName: string, kind: PromptKind, history: HistoryLine[]): Scene {
  const last = history.at(-1)
  return {
    characterName: card.name,
    userName,
    personality: card.personality,
    speechStyle: card.speechStyle,
    behaviors: card.behaviors,
    environment: card.environment,
    userRole: card.userRole,
    greeting: card.greeting,
    description: card.description,
    plotAdvancement: card.plotAdvancement,
    lastUserLine: kind === 'reply' && last?.role === 'user' ? last.content : '',
    kind,
  }
}

/** FNV-1a, 32 bits: a stable number from a text. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value
}
