import { hash } from 'node:crypto'
import { buildPrompt } from '#engine/prompt/build.ts'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import type {
  HistoryMessage,
  OtherCharacter,
  Prompt,
  PromptKind,
  PromptLore,
  PromptMemory,
} from '#engine/prompt/input.ts'
import { directionHeading } from '#engine/reply/direction-filter.ts'
import { hashText, seededRandom } from '#engine/seeded-random.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
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
  maxTokens?: number | undefined
  history: readonly HistoryMessage[]
  /** The first message of the path, where it is not in the history. */
  opening?: string
  others?: OtherCharacter[]
  /** Those of which the model names one. */
  expressions?: readonly string[] | undefined
  anchor: string | null
  memory?: PromptMemory
  lore?: PromptLore
  /** The same for every reply of a conversation. */
  conversationSeed: string
  /** Different for every reply. */
  replySeed: string
  /** When the turn began, in milliseconds since 1970. */
  now: number
}

/** Builds the prompt of a reply. */
export function createPrompt(request: PromptRequest): Prompt {
  const { model, user, character, player, notes, kind, history, anchor } = request
  const { contextTokens, maxReplyTokens } = model
  return buildPrompt({
    character: toFields(character),
    user: { name: player.name, persona: player.description },
    kind,
    hint: request.hint,
    expressions: request.expressions,
    others: request.others,
    prefill: isPrefilled(request),
    countTokens: estimateTokens,
    history,
    opening: request.opening,
    anchor,
    scene: notes?.scene,
    note: notes ? { ...notes, text: notes.note } : undefined,
    memory: request.memory,
    lore: request.lore,
    filter: isChatFiltered(user.account_type, user.chat_filter === 1),
    budget: { contextTokens, maxReplyTokens },
    seed: request.conversationSeed,
    random: seededRandom(request.replySeed),
    now: request.now,
  })
}

/** Whether the prompt of a continuation ends with the reply so far, in which the model goes on. */
const isPrefilled = ({ kind, model }: PromptRequest): boolean => kind === 'resume' && model.canPrefill

/** Sends a prompt to the model it was built for. */
export function sendPrompt(request: PromptRequest, prompt: Prompt, options: GenerateOptions): Promise<ModelResult> {
  const { model, user, character, player, kind } = request
  const { messages, temperature, stop } = prompt
  const maxTokens = Math.min(request.maxTokens ?? model.maxReplyTokens, model.maxReplyTokens)
  const common = { messages, stop, maxTokens, seed: hashText(request.replySeed) }
  if (model.builtIn) {
    // The demo model cannot follow a prompt: it gets the character's fields.
    const card = { character: toFields(character), userName: player.name, kind }
    return model.generate({ ...common, ...card, messages: toChat(messages, request) }, options)
  }
  const keys = { promptTokens: prompt.tokens, conversationKey: request.conversationSeed, playerKey: playerKey(user) }
  const prefill = isPrefilled(request) ? ({ prefill: true } as const) : {}
  return model.generate({ ...common, ...keys, ...prefill, temperature }, options)
}

/** The chat alone, without the name of the player in a scene: the demo model would answer directions and the name. */
function toChat(prompt: Prompt['messages'], { others, player }: PromptRequest): Prompt['messages'] {
  const messages = prompt.filter(({ role, content }) => role !== 'system' && !content.startsWith(directionHeading))
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
