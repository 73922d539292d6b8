import { hash } from 'node:crypto'
import { buildPrompt } from '#engine/prompt/build.ts'
import type { HistoryMessage, OtherCharacter, Prompt, PromptKind, PromptMemory } from '#engine/prompt/input.ts'
import { hashText } from '#engine/seeded-random.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { GenerateOptions, ModelProvider, ModelResult } from '#server/providers/models/provider.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import type { Notes } from '#shared/notes.ts'
import type { Player } from '../personas/player.ts'

export interface PromptRequest {
  model: ModelProvider
  user: Viewer
  character: CharacterRow
  player: Player
  /** The notes of the conversation that belong into this prompt. */
  notes?: Pick<Notes, 'scene' | 'note' | 'depth' | 'role'> | null
  kind: PromptKind
  hint?: string
  history: HistoryMessage[]
  others?: OtherCharacter[]
  anchor: string | null
  memory?: PromptMemory | undefined
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
  const { model, user, character, player, notes, kind, history, anchor } = request
  const card = toFields(character)
  const prefill = kind === 'resume' && model.canPrefill
  const { contextTokens, maxReplyTokens, examplesAsMessages } = model
  const prompt = buildPrompt({
    character: card,
    user: { name: player.name, persona: player.description },
    kind,
    ...(request.hint ? { hint: request.hint } : {}),
    ...(request.others ? { others: request.others } : {}),
    prefill,
    examplesAsMessages,
    history,
    anchor,
    ...(notes ? { scene: notes.scene, note: { ...notes, text: notes.note } } : {}),
    ...(request.memory ? { memory: request.memory } : {}),
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
        ? model.generate(
            { ...common, messages: withoutLabels(messages, request), character: card, userName: player.name, kind },
            options,
          )
        : model.generate({ ...common, ...keys, temperature, ...(prefill ? { prefill } : {}) }, options),
  }
}

/** In a scene each message of the player begins with their name, which the demo model would answer. */
function withoutLabels(messages: Prompt['messages'], { others, player }: PromptRequest): Prompt['messages'] {
  if (!others) return messages
  const label = `${player.name}: `
  return messages.map(({ role, content, ...rest }) => {
    const isPlayers = role === 'user' && content.startsWith(label)
    return { ...rest, role, content: isPlayers ? content.slice(label.length) : content }
  })
}

/** A pseudonym of the player for the model's service. */
function playerKey({ id }: Viewer): string {
  return hash('sha256', `player ${id}`, 'hex').slice(0, 32)
}
