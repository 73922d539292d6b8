import { z } from 'zod'
import { BackgroundPath } from './characters.ts'
import { Conversation, ConversationPage, chatLimits, messageText } from './chat.ts'
import { contentRatings } from './entitlements.ts'
import { changing, changingAccount, chatting, type Routes, reading } from './routes.ts'
import { JoinRequest, LeaveQuery, sceneLimits, TurnOrderRequest, turnOrders } from './scenes.ts'
import { nameUpTo } from './text-fields.ts'

/** Without a `greeting` the conversation begins with the character's own. */
export const CreateConversationRequest = z.object({
  characterId: z.string().min(1).max(64),
  /** The answer of `POST /api/new-chat-greeting`. */
  greeting: messageText(chatLimits.message).optional(),
  /** Other characters with which it begins as a scene. */
  participantIds: z
    .array(z.string().min(1).max(64))
    .max(sceneLimits.present - 1)
    .default([]),
  turnOrder: z.enum(turnOrders).default('addressed'),
})
export type CreateConversationRequest = z.infer<typeof CreateConversationRequest>

const ConversationQuery = z.object({
  before: z.string().max(64).optional(),
  /** With `before`: reaches back to this message of the active path, as far as `chatLimits.chosenPage` allows. */
  through: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(chatLimits.pageDefault),
})

/** By the last message, newest or oldest first; by name; by the number of messages, most first. */
export const conversationSorts = ['recent', 'oldest', 'name', 'messages'] as const
export type ConversationSort = (typeof conversationSorts)[number]

export const ConversationsQuery = z.object({
  characterId: z.string().max(64).optional(),
  /** Words of the title or of the character's name. A search finds archived conversations too. */
  search: z.string().max(200).default(''),
  /** `active`: all that are not archived, pinned ones included. */
  show: z.enum(['active', 'pinned', 'archived']).default('active'),
  /** Only the conversations of this folder. */
  folderId: z.string().max(64).optional(),
  sort: z.enum(conversationSorts).default('recent'),
  limit: z.coerce.number().int().min(1).max(100).default(chatLimits.conversationsPage),
  cursor: z.string().max(500).optional(),
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

/** One of the characters of the user's conversations. */
const ConversationCharacter = z.object({ id: z.string(), name: z.string() })

/** What is left out stays as it is. Pinning brings back from the archive, archiving unpins. */
export const ConversationPatch = z
  .object({
    title: nameUpTo(chatLimits.title, 'a title', 'A title needs at least one character'),
    pinned: z.boolean(),
    archived: z.boolean(),
    /** Null takes it out of its folder. */
    folderId: z.string().max(64).nullable(),
    /** Null: that of its character. */
    contentRating: z.enum(contentRatings).nullable(),
    /** Empty: none. Null: that of its character. */
    background: BackgroundPath.nullable(),
  })
  .partial()
  .refine(
    (patch) => Object.keys(patch).length > 0,
    'Please send a title, a folder, a content rating, a background, or whether it is pinned or archived',
  )
  .refine(({ pinned, archived }) => !(pinned && archived), 'A pinned conversation cannot be archived')
export type ConversationPatch = z.infer<typeof ConversationPatch>

/** One change of several conversations. Deleted ones can be restored within the undo window. */
const BulkChange = z.union([
  z.strictObject({ archived: z.boolean() }),
  z.strictObject({ folderId: z.string().max(64).nullable() }),
  z.strictObject({ deleted: z.boolean() }),
])
export type BulkChange = z.infer<typeof BulkChange>

const BulkRequest = z.object({
  ids: z.array(z.string().max(64)).min(1).max(chatLimits.selected),
  change: BulkChange,
})

const ConversationResponse = z.object({ conversation: Conversation })

export const conversationApi = {
  'POST /api/conversations': {
    ...chatting,
    limit: 'conversation',
    body: CreateConversationRequest,
    response: ConversationPage,
    status: 201,
  },
  'GET /api/conversations': { ...reading, query: ConversationsQuery, response: z.array(Conversation) },
  /** Answers with the ids of those that were changed: others were deleted meanwhile, say. */
  'POST /api/conversations/bulk': {
    ...changingAccount,
    limit: 'bulk',
    body: BulkRequest,
    response: z.object({ changed: z.array(z.string()) }),
  },
  'GET /api/conversations/characters': {
    ...reading,
    limit: 'searchConversations',
    response: z.array(ConversationCharacter),
  },
  'GET /api/conversations/:id': { ...reading, query: ConversationQuery, response: ConversationPage },
  'PATCH /api/conversations/:id': { ...changing, body: ConversationPatch, response: ConversationResponse },
  'PUT /api/conversations/:id/character': {
    ...changing,
    limit: 'copyConversation',
    body: z.object({ characterId: z.string().min(1).max(64) }),
    response: ConversationResponse,
  },
  'DELETE /api/conversations/:id': changing,
  'POST /api/conversations/:id/restore': { ...changing, response: ConversationResponse },
} as const satisfies Routes

const sceneChange = { ...changing, limit: 'versions', response: ConversationPage } as const

/** Scenes with several characters. Each change answers with the newest messages. */
export const participantApi = {
  'POST /api/conversations/:id/participants': { ...sceneChange, body: JoinRequest },
  'DELETE /api/conversations/:id/participants/:characterId': { ...sceneChange, query: LeaveQuery },
  'PUT /api/conversations/:id/turn-order': { ...sceneChange, body: TurnOrderRequest },
} as const satisfies Routes
