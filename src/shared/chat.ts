import { z } from 'zod'
import { loreReasons } from '#engine/lore/lore-input.ts'
import { storableText } from './clean-text.ts'
import { contentRatings } from './entitlements.ts'
import { chatErrorTypes } from './errors.ts'
import { ExpressionName } from './expressions.ts'
import { Notes } from './notes.ts'
import { ConversationPersona } from './personas.ts'
import { Scene } from './scenes.ts'
import { textUpTo } from './text-fields.ts'

export const chatLimits = {
  /** UTF-16 code units of one message. */
  message: 16_000,
  /** Entries of `conversationHistory`, with which a client can seed a new conversation. */
  historyEntries: 500,
  title: 120,
  pageDefault: 60,
  pageMax: 200,
  conversationsPage: 50,
  /** Conversations that are changed or exported at once. */
  selected: 100,
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

/** A text that a user writes into a chat. */
export const messageText = (max: number) => textUpTo(max, 'a message', storableText)

export const HistoryEntry = z.object({ role: z.enum(['user', 'assistant']), content: messageText(chatLimits.message) })
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Of requests that begin a reply. */
export const expressionOption = {
  /** Whether the player sees what faces show: the model is asked to name it, where the character has several expressions. */
  showsExpressions: z.boolean().default(false),
}

/** An empty or missing `message` asks the character to continue. */
export const ChatRequest = z
  .object({
    characterId: z.string().min(1).max(64),
    message: messageText(chatLimits.message).default(''),
    conversationHistory: z.array(HistoryEntry).max(chatLimits.historyEntries).default([]),
    conversationId: z.string().max(64).nullish(),
    /** Idempotency key of this send, chosen by the client (a UUID). */
    clientMessageId: z.string().min(8).max(64).optional(),
    /** In a scene: the character that is to speak next, whatever the turn order is. */
    speakerId: z.string().max(64).optional(),
    /** In a scene: only the character that speaks next hears the message and its reply. */
    whisper: z.boolean().default(false),
    /** The newest message that the client shows. If the conversation has gone on elsewhere, the send is refused (`stale_leaf`). */
    leafId: z.string().max(64).optional(),
    ...expressionOption,
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

export const Usage = z.object({
  promptTokens: z.number().int(),
  replyTokens: z.number().int(),
  cachedTokens: z.number().int(),
})
export type Usage = z.infer<typeof Usage>

/** What the prompt of a reply was made of. Sections have their sizes only: the definition of a character may be hidden. */
export const ReplyReceipt = z.object({
  model: z.string().nullable(),
  /** As the service has counted; null where it has not. */
  usage: Usage.nullable(),
  temperature: z.number(),
  /** The settings of the request; null for the demo model and older replies. */
  settings: z.record(z.string(), z.unknown()).nullable(),
  /** The request as the service was sent it, as JSON; null where it is hidden, or not stored any more. */
  request: z.string().nullable(),
  /** Whether it is made of a definition that its author hides. */
  isRequestHidden: z.boolean(),
  tokens: z.number().int(),
  contextTokens: z.number().int(),
  sections: z.array(z.object({ name: z.string(), tokens: z.number().int() })),
  /** What was shortened or left out, in words. */
  dropped: z.array(z.string()),
  /** The facts and passages that were added for it. */
  remembered: z.array(
    z.object({
      kind: z.enum(['fact', 'passage']),
      text: z.string(),
      isPinned: z.boolean(),
      /** Those that it has in common with the newest messages; empty where it was chosen without any. */
      words: z.array(z.string()),
    }),
  ),
  /** Entries of lorebooks that were used, or that matched and had to stay out. */
  lore: z.array(
    z.object({
      /** Null for an entry of the character whose definition is hidden. */
      name: z.string().nullable(),
      isUsed: z.boolean(),
      reason: z.enum([...loreReasons.used, ...loreReasons.unused]),
      key: z.string(),
      /** The entry whose text has the key; empty where none has. */
      cause: z.string(),
    }),
  ),
})
export type ReplyReceipt = z.infer<typeof ReplyReceipt>

/** How many messages a free account has left today; null for an account without a limit. */
export const messagesLeft = z.number().int().nullable()

/** The reply of another character that the server has begun after one in a scene: it can be joined like any reply. */
export const NextReply = z.object({ messageId: z.string(), speakerId: z.string(), messagesLeft })
export type NextReply = z.infer<typeof NextReply>

export const ChatResponse = z.object({
  response: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  userMessageId: z.string().nullable(),
  messagesLeft,
  next: NextReply.nullish(),
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
  /** The names of the branches that begin with these versions, by their ids; left out where none has a name. */
  names: z.record(z.string(), z.string()).optional(),
  /** Whether the user wrote the text of this reply, in place of the model's. */
  edited: z.boolean(),
  /** Of a reply: the first message that the prompt after it is expected to have word for word. */
  horizonId: z.string().optional(),
  /** Of a reply: what the character's face shows. */
  expression: ExpressionName.optional(),
  /** True where the user has left it out of the prompts: no character is given its text. */
  excluded: z.boolean().optional(),
  /** The persona as which the user said it, by its name of that time; null for the account itself and for replies. */
  persona: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** In a scene: the id of the character that said it, unless it is the conversation's own. */
  speakerId: z.string().optional(),
  /** In a scene: the ids of the characters that were present; without it, the conversation's own character alone was. */
  audience: z.array(z.string()).optional(),
  /** In a scene: true where one character alone hears it, and the others are present again after it. */
  whisper: z.boolean().optional(),
  /** Why a reply failed or broke off, in words for the player. */
  error: z
    .object({
      errorType: z.enum(chatErrorTypes).nullable(),
      userMessage: z.string(),
      /** The rule of the safety policy that held it back, if a review can be asked for. */
      rule: z.string().optional(),
    })
    .nullable(),
  /** True until the classifier has looked at a reply for which it did not answer: it can still be held back. */
  unchecked: z.boolean(),
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  id: z.string(),
  characterId: z.string(),
  /** As the conversation began, unless its user has taken a newer version of the character. */
  characterName: z.string(),
  /** Current while the character is available, otherwise as the conversation began. So is the category. */
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
  /** The folder it is in; null without one. */
  folderId: z.string().nullable(),
  /** The rating to which the user has raised it; null for that of its character. */
  contentRating: z.enum(contentRatings).nullable(),
  /** The picture behind it; empty for none; null for that of its character. */
  background: z.string().nullable(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
})
export type Conversation = z.infer<typeof Conversation>

/** A page of the active path, oldest first. */
export const ConversationPage = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  /** Whether there are older messages. */
  hasMore: z.boolean(),
  /** Ids of the versions of what follows the newest message, when the user went back to it. */
  later: z.array(z.string()),
  /** Who the viewer is from the next message on. */
  persona: ConversationPersona,
  notes: Notes.nullable(),
  messagesLeft,
  /** Left out without other characters, and in a page of older messages. */
  scene: Scene.optional(),
  /** Whether a character has changed since the conversation began. Left out in a page of older messages. */
  hasUpdate: z.boolean().optional(),
})
export type ConversationPage = z.infer<typeof ConversationPage>

/** The model that replies, shown in the chat header. */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  model: z.string(),
  /** True for the demo model. */
  builtIn: z.boolean(),
})
export type ModelInfo = z.infer<typeof ModelInfo>
