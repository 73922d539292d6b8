import { z } from 'zod'
import { type ChatErrorType, chatErrorTypes } from './errors.ts'

export const chatLimits = {
  /** UTF-16 code units of one message. */
  message: 16_000,
  /** Entries of `conversationHistory`, with which a client can seed a new conversation. */
  historyEntries: 500,
  title: 120,
  pageDefault: 60,
  pageMax: 200,
  conversationsPage: 50,
  /** How long a deleted conversation or character can be restored, in milliseconds. */
  undoWindow: 30 * 24 * 60 * 60 * 1000,
  /** UTF-16 code units of `conversationHistory` where it begins a conversation. */
  history: 200_000,
  /** UTF-16 code units of a reply that can still be continued. */
  continuedReply: 40_000,
  /** How long a conversation without a message, or with a history and no reply to it, is stored, in milliseconds. */
  provisionalLifetime: 24 * 60 * 60 * 1000,
  /** How many of these an account has at most: another one deletes the oldest. */
  provisional: 20,
  /** Versions of one message. */
  versions: 100,
  /** UTF-16 code units of the wish with which a reply is written again. */
  hint: 500,
  /** The most messages that are sent after a version was chosen, so that the reader keeps their place. */
  chosenPage: 1_000,
} as const

const text = (max: number) =>
  z
    .string()
    .max(max, `Please keep a message to ${max.toLocaleString('en')} characters or less`)
    .transform((value) => value.replaceAll('\u0000', '').replaceAll(/\r\n?/g, '\n').toWellFormed())

export const HistoryEntry = z.object({ role: z.enum(['user', 'assistant']), content: text(chatLimits.message) })
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** `POST /api/chat`. An empty or missing `message` asks the character to continue. */
export const ChatRequest = z
  .object({
    characterId: z.string().min(1).max(64),
    message: text(chatLimits.message).default(''),
    conversationHistory: z.array(HistoryEntry).max(chatLimits.historyEntries).default([]),
    conversationId: z.string().max(64).nullish(),
    /** Idempotency key of this send, chosen by the client (a UUID). */
    clientMessageId: z.string().min(8).max(64).optional(),
  })
  .refine(
    ({ conversationId, conversationHistory }) =>
      conversationId != null ||
      conversationHistory.reduce((sum, { content }) => sum + content.length, 0) <= chatLimits.history,
    {
      path: ['conversationHistory'],
      error: `Please begin a conversation with a history of ${chatLimits.history.toLocaleString('en')} characters or less`,
    },
  )
export type ChatRequest = z.infer<typeof ChatRequest>

/** `POST /api/conversations`. Without a `greeting` the conversation begins with the character's own. */
export const CreateConversationRequest = z.object({
  characterId: z.string().min(1).max(64),
  /** The answer of `POST /api/new-chat-greeting`. */
  greeting: text(chatLimits.message).optional(),
})
export type CreateConversationRequest = z.infer<typeof CreateConversationRequest>

/** `POST /api/conversations/:id/replies`: another version of a reply (retry, swipe). */
export const RegenerateRequest = z.object({
  /** The reply to give another version of. */
  messageId: z.string().max(64),
  clientMessageId: z.string().min(8).max(64).optional(),
  /** What should be different this time. */
  hint: text(chatLimits.hint).default(''),
})

/** `POST /api/conversations/:id/messages/:messageId/edit`: another version of the user's own message, and a reply to it. */
export const EditMessageRequest = z.object({
  content: text(chatLimits.message).refine((content) => content.trim() !== '', 'A message needs some text'),
  clientMessageId: z.string().min(8).max(64).optional(),
})

/** The newest message that the client shows. A change on the basis of another one is refused (`stale_leaf`). */
const leafId = z.string().max(64)

/** `POST /api/conversations/:id/replies/:messageId/edit`: a version of a reply in the user's words. */
export const EditReplyRequest = z.object({
  content: text(chatLimits.continuedReply).refine((content) => content.trim() !== '', 'A reply needs some text'),
  leafId,
})

/** `POST /api/conversations/:id/draft`: the model writes the player's next message. Nothing is stored. */
export const DraftRequest = z.object({
  /** What the player wants to say. */
  hint: text(chatLimits.hint).default(''),
})

/** `PUT /api/conversations/:id/leaf`: shows another version of a message, or the story up to a message. */
export const ChooseLeafRequest = z.object({
  messageId: z.string().max(64),
  leafId,
  /** True ends the story at this message; false goes on to where the user was last below it. */
  endHere: z.boolean().default(false),
})

/** `DELETE /api/conversations/:id/messages/:messageId` and `POST …/restore`. */
export const AtLeaf = z.object({ leafId })

/** `POST /api/conversations/:id/replies/:messageId/continue`: the model goes on in the same reply. */
export const ContinueRequest = z.object({
  /**
   * The length of the reply's text as the client shows it, in UTF-16 code units. It makes repeating the request safe: a
   * reply that is longer already is not continued a second time.
   */
  length: z.number().int().min(1),
})

export const Usage = z.object({
  promptTokens: z.number().int(),
  replyTokens: z.number().int(),
  cachedTokens: z.number().int(),
})
export type Usage = z.infer<typeof Usage>

/** How many messages a free account has left today; null for an account without a limit. */
const messagesLeft = z.number().int().nullable()

export const ChatResponse = z.object({
  response: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  userMessageId: z.string().nullable(),
  messagesLeft,
})
export type ChatResponse = z.infer<typeof ChatResponse>

export const messageStatuses = ['complete', 'streaming', 'interrupted', 'failed', 'redacted'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/**
 * Why the model ended a reply. `length`: it reached the maximum length inside a sentence; `filter`: the model's service
 * withheld the rest; `help`: it is no reply of the model, because the player may be in crisis.
 */
export const finishReasons = ['stop', 'length', 'filter', 'help'] as const
export type FinishReason = (typeof finishReasons)[number]

export const Message = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  /** The `clientMessageId` it was sent under; null for a message that no client sent. */
  clientMessageId: z.string().nullable(),
  role: z.enum(['user', 'character']),
  content: z.string(),
  status: z.enum(messageStatuses),
  /** Null for a user's message, while streaming, and after a failure or a stop. */
  finish: z.enum(finishReasons).nullable(),
  createdAt: z.number().int(),
  /** Ids of every version of this message, oldest first, itself included. */
  siblings: z.array(z.string()),
  /** Whether the user wrote the text of this reply, in place of the model's. */
  edited: z.boolean(),
  /** Why a reply failed or broke off, in words for the player. */
  error: z.object({ errorType: z.enum(chatErrorTypes).nullable(), userMessage: z.string() }).nullable(),
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  id: z.string(),
  characterId: z.string(),
  /** The character's name, avatar and category: current while it is available, otherwise as the conversation began. */
  characterName: z.string(),
  characterAvatar: z.string(),
  characterCategory: z.string(),
  /** False when the character was deleted or the viewer may no longer access it. The conversation stays readable. */
  characterAvailable: z.boolean(),
  title: z.string(),
  /** The start of the newest message. */
  preview: z.string(),
  messageCount: z.number().int(),
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
})
export type Conversation = z.infer<typeof Conversation>

/** `GET /api/conversations/:id`: a page of the active path, oldest first. */
export const ConversationPage = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  /** Whether there are older messages. */
  hasMore: z.boolean(),
  /** Ids of the versions of what follows the newest message, when the user went back to it. */
  later: z.array(z.string()),
  messagesLeft,
})
export type ConversationPage = z.infer<typeof ConversationPage>

export const ConversationQuery = z.object({
  before: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(chatLimits.pageDefault),
})
export const ConversationsQuery = z.object({
  characterId: z.string().max(64).optional(),
  /** Words of the title or of the character's name. A search finds archived conversations too. */
  search: z.string().max(200).default(''),
  /** `active`: all that are not archived, pinned ones included. */
  show: z.enum(['active', 'pinned', 'archived']).default('active'),
  limit: z.coerce.number().int().min(1).max(100).default(chatLimits.conversationsPage),
  cursor: z.string().max(500).optional(),
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

/** `PATCH /api/conversations/:id`: what is left out stays as it is. Pinning brings back from the archive, archiving unpins. */
export const ConversationPatch = z
  .object({
    title: z
      .string()
      .transform((value) => value.replaceAll('\u0000', '').toWellFormed().trim())
      .refine((value) => value.length > 0, 'A title needs at least one character')
      .refine(
        (value) => [...value].length <= chatLimits.title,
        `Please keep a title to ${chatLimits.title} characters or less`,
      ),
    pinned: z.boolean(),
    archived: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Please send a title, or whether it is pinned or archived')
  .refine(({ pinned, archived }) => !(pinned && archived), 'A pinned conversation cannot be archived')
export type ConversationPatch = z.infer<typeof ConversationPatch>

export const GreetingRequest = z.object({
  characterId: z.string().min(1).max(64),
  originalGreeting: text(chatLimits.message).default(''),
})
export const GreetingResponse = z.object({ greeting: z.string() })

/** The model that replies, shown in the chat header. */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  model: z.string(),
  /** True for the demo model. */
  builtIn: z.boolean(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** A turn that the server has saved: the first event of a reply stream. */
export const BegunTurn = z.object({
  conversationId: z.string(),
  /** Null when the character was asked to continue. */
  userMessageId: z.string().nullable(),
  messageId: z.string(),
  /** Left out where the request began no turn. */
  messagesLeft: messagesLeft.optional(),
})
export type BegunTurn = z.infer<typeof BegunTurn>

/**
 * Events of a reply stream (`text/event-stream`). The id of an event is the length of the reply's text after it,
 * in UTF-16 code units, so `Last-Event-ID: 120` means that the client has the first 120. The ids of `done` and `error`
 * end with `!` (`120!`); a client that reconnects with such an id gets the last event again instead of waiting.
 */
export interface ReplyEvents {
  turn: BegunTurn
  /** Nothing has come for a while because the model server is loading the model. */
  loading: Record<string, never>
  delta: { text: string }
  /** The whole text so far, in place of what was sent before. */
  replace: { text: string }
  /** `response` is the final text: its end may differ from what was sent, because a cut sentence is removed. */
  done: {
    response: string
    conversationId: string
    messageId: string
    status: MessageStatus
    finish: FinishReason | null
    usage: Usage | null
  }
  error: {
    errorType: ChatErrorType | null
    userMessage: string
    conversationId: string
    messageId: string
    status: MessageStatus
  }
}
