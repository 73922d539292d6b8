import { hash } from 'node:crypto'
import type { PromptCharacter } from '#engine/cards/character.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import type { HistoryMessage, Prompt, PromptKind } from '#engine/prompt/input.ts'
import { hashText } from '#engine/seeded-random.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import { displayName, type Viewer } from '#server/core/viewer.ts'
import type { GenerateOptions, ModelProvider, ModelResult } from '#server/providers/models/provider.ts'
import { isChatFiltered } from '#shared/entitlements.ts'

export interface PromptRequest {
  model: ModelProvider
  user: Viewer
  character: CharacterRow
  kind: PromptKind
  hint?: string
  history: HistoryMessage[]
  anchor: string | null
  /** The same for every reply of a conversation. */
  conversationSeed: string
  /** Different for every reply. */
  replySeed: string
}

export interface ModelCall {
  prompt: Prompt
  generate(options: GenerateOptions): Promise<ModelResult>
}

/** Builds the prompt of a reply, and the call that sends it to the model. */
export function promptFor(context: Context, request: PromptRequest): ModelCall {
  const { model, user, character, kind, history, anchor } = request
  const card = promptCharacter(character)
  const userName = playerName(user)
  const prefill = kind === 'resume' && model.canPrefill
  const { contextTokens, maxReplyTokens, examplesAsMessages } = model
  const prompt = buildPrompt({
    character: card,
    user: { name: userName },
    kind,
    ...(request.hint ? { hint: request.hint } : {}),
    prefill,
    examplesAsMessages,
    history,
    anchor,
    filter: isChatFiltered(user.account_type, user.chat_filter === 1),
    budget: { contextTokens, maxReplyTokens },
    seed: request.conversationSeed,
    random: context.ids.random,
  })
  const { messages, temperature, stop } = prompt
  const common = { messages, stop, maxTokens: maxReplyTokens, seed: hashText(request.replySeed) }
  const keys = { promptTokens: prompt.tokens, conversationKey: request.conversationSeed, playerKey: playerKey(user) }
  return {
    prompt,
    // The demo model cannot follow a prompt: it gets the character's fields.
    generate: (options) =>
      model.builtIn
        ? model.generate({ ...common, character: card, userName, kind }, options)
        : model.generate({ ...common, ...keys, temperature, ...(prefill ? { prefill } : {}) }, options),
  }
}

/** How many characters of history the prompt can use at most, with 5 characters a token. */
export function historyReach(model: ModelProvider): number {
  return model.contextTokens * 5
}

/** Stands for the player at the model's service, which must not learn who it is. */
function playerKey({ id }: Viewer): string {
  return hash('sha256', `player ${id}`, 'hex').slice(0, 32)
}

export function playerName(user: Viewer): string {
  return user.player_name ?? displayName(user)
}

/** The author's fields, as the engine takes them. */
export function promptCharacter(row: CharacterRow): PromptCharacter {
  return toFields(row)
}
