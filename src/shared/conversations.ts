import { z } from 'zod'
import { chatLimits, messageText } from './chat.ts'
import { cleanText } from './clean-text.ts'
import { contentRatings } from './entitlements.ts'
import { sceneLimits, turnOrders } from './scenes.ts'

/** `POST /api/conversations`. Without a `greeting` the conversation begins with the character's own. */
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

/** The query of `GET /api/conversations/:id`. */
export const ConversationQuery = z.object({
  before: z.string().max(64).optional(),
  /** With `before`: reaches back to this message of the active path, as far as `chatLimits.chosenPage` allows. */
  through: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(chatLimits.pageMax).default(chatLimits.pageDefault),
})

/** By the last message, newest or oldest first; by name; by the number of messages, most first. */
export const conversationSorts = ['recent', 'oldest', 'name', 'messages'] as const
export type ConversationSort = (typeof conversationSorts)[number]

/** The query of `GET /api/conversations`. */
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

/** `GET /api/conversations/characters`: the characters of the user's conversations. */
export const ConversationCharacter = z.object({ id: z.string(), name: z.string() })
export type ConversationCharacter = z.infer<typeof ConversationCharacter>

/** `PUT /api/conversations/:id/character`: gives the conversation to another character. */
export const ChangeCharacterRequest = z.object({ characterId: z.string().min(1).max(64) })

/** `PATCH /api/conversations/:id`: what is left out stays as it is. Pinning brings back from the archive, archiving unpins. */
export const ConversationPatch = z
  .object({
    title: z
      .string()
      .transform(cleanText)
      .refine((value) => value.length > 0, 'A title needs at least one character')
      .refine(
        (value) => [...value].length <= chatLimits.title,
        `Please keep a title to ${chatLimits.title} characters or less`,
      ),
    pinned: z.boolean(),
    archived: z.boolean(),
    /** Null takes it out of its folder. */
    folderId: z.string().max(64).nullable(),
    /** Null: that of its character. */
    contentRating: z.enum(contentRatings).nullable(),
  })
  .partial()
  .refine(
    (patch) => Object.keys(patch).length > 0,
    'Please send a title, a folder, a content rating, or whether it is pinned or archived',
  )
  .refine(({ pinned, archived }) => !(pinned && archived), 'A pinned conversation cannot be archived')
export type ConversationPatch = z.infer<typeof ConversationPatch>
