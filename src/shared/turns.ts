import { z } from 'zod'
import { isBlank } from '#engine/is-blank.ts'
import { proposedFields } from '#engine/proposals/proposal.ts'
import { characterLimits } from './character-terms.ts'
import { CharacterPatch } from './characters.ts'
import {
  ChatRequest,
  ChatResponse,
  chatLimits,
  expressionOption,
  HistoryEntry,
  ModelInfo,
  messageText,
  ReplyReceipt,
} from './chat.ts'
import { contentRatings } from './entitlements.ts'
import { BegunTurn } from './reply-events.ts'
import { chatting, type Routes, reading } from './routes.ts'

/** What the player wishes of another version of a reply. */
export const VersionOptions = z.object({
  /** What should be different this time. */
  hint: messageText(chatLimits.hint).default(''),
})
export type VersionOptions = Partial<z.infer<typeof VersionOptions>>

/** Another version of a reply (retry, swipe). */
export const RegenerateRequest = VersionOptions.extend({
  /** The reply to give another version of. */
  messageId: z.string().max(64),
  clientMessageId: z.string().min(8).max(64).optional(),
  ...expressionOption,
})
export type RegenerateRequest = z.infer<typeof RegenerateRequest>

/** Another version of the user's own message, and a reply to it. */
export const EditMessageRequest = z.object({
  content: messageText(chatLimits.message).refine((content) => content !== '', 'A message needs some text'),
  clientMessageId: z.string().min(8).max(64).optional(),
  ...expressionOption,
})

/** The model writes the player's next message. Nothing is stored. */
export const DraftRequest = z.object({
  /** What the player wants to say. */
  hint: messageText(chatLimits.hint).default(''),
})

/** The model goes on in the same reply. */
const ContinueRequest = z.object({
  /**
   * The length of the reply's text as the client shows it, in UTF-16 code units. It makes repeating the request safe: a
   * reply that is longer already is not continued a second time.
   */
  length: z.number().int().min(1),
})

const GreetingRequest = z.object({
  characterId: z.string().min(1).max(64),
  originalGreeting: messageText(chatLimits.message).default(''),
})

const proposedText = z.string().max(characterLimits.definition)

/** What an author wants the model to propose. */
export const ProposalIdea = z
  .object({
    /** In a sentence or some more. */
    idea: messageText(chatLimits.hint).default(''),
    /** The only text that is wanted. Default: all of them. */
    field: z.enum(proposedFields).optional(),
  })
  .refine(({ idea, field }) => field || !isBlank(idea), {
    path: ['idea'],
    error: 'Please write what the character is about',
  })

/** The model proposes texts of a character. */
export const ProposalRequest = ProposalIdea.safeExtend({
  /** What is written already. */
  written: z.partialRecord(z.enum(proposedFields), proposedText).default({}),
  contentRating: z.enum(contentRatings).default('general'),
})
export type ProposalRequest = z.infer<typeof ProposalRequest>

/** A character that is not saved answers its author. */
export const TryRequest = z.object({
  /** The saved character that is being changed: its lorebook is used. */
  id: z.string().max(64).optional(),
  fields: CharacterPatch,
  /** Empty: the character goes on. */
  message: messageText(chatLimits.message).default(''),
  /** What was said before, with the greeting. */
  history: z
    .array(HistoryEntry)
    .max(chatLimits.historyEntries)
    .refine(
      (history) => history.reduce((sum, { content }) => sum + content.length, 0) <= chatLimits.history,
      'This try has become too long. Begin again.',
    )
    .default([]),
})
export type TryRequest = z.infer<typeof TryRequest>

const turn = { ...chatting, limit: 'chat' } as const

/**
 * Turns are sent as an event stream (reply-events.ts) where the client asks for one, else as the whole reply once it has
 * ended.
 */
export const turnApi = {
  'POST /api/chat': { ...turn, body: ChatRequest, response: ChatResponse },
  'POST /api/conversations/:id/replies': { ...turn, body: RegenerateRequest, response: ChatResponse },
  'POST /api/conversations/:id/messages/:messageId/edit': { ...turn, body: EditMessageRequest, response: ChatResponse },
  'POST /api/conversations/:id/draft': { ...turn, body: DraftRequest, response: z.object({ text: z.string() }) },
  'GET /api/conversations/:id/replies/:messageId/events': {
    ...reading,
    query: z.object({ lastEventId: z.string().max(20).optional() }),
  },
  'GET /api/conversations/:id/replies/:messageId/receipt': { ...reading, response: ReplyReceipt },
  'POST /api/conversations/:id/replies/:messageId/continue': {
    ...turn,
    body: ContinueRequest,
    response: BegunTurn,
    status: 202,
  },
  'POST /api/conversations/:id/replies/:messageId/stop': chatting,
  'POST /api/new-chat-greeting': {
    ...chatting,
    limit: 'greeting',
    body: GreetingRequest,
    response: z.object({ greeting: z.string() }),
  },
  'POST /api/characters/proposal': {
    ...turn,
    key: 'characters',
    bodyLimit: 4_000_000,
    body: ProposalRequest,
    response: z.partialRecord(z.enum(proposedFields), z.string()),
  },
  'POST /api/characters/try': {
    ...turn,
    key: 'characters',
    bodyLimit: 4_000_000,
    body: TryRequest,
    response: z.object({ text: z.string() }),
  },
  'GET /api/model': { ...reading, response: ModelInfo },
} as const satisfies Routes
