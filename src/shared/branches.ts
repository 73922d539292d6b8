import { z } from 'zod'
import { Conversation, messageStatuses } from './chat.ts'
import { changing, type Routes, reading } from './routes.ts'
import { nameUpTo } from './text-fields.ts'

export const branchLimits = {
  /** Unicode code points of a branch's name. */
  name: 60,
  /** UTF-16 code units of a message that the map shows. */
  preview: 100,
  /** Messages of a map, the newest ones. */
  mapMessages: 20_000,
} as const

/** Names the branch that begins at a message; empty removes the name. */
export const BranchName = z.object({ name: nameUpTo(branchLimits.name, 'a name') })

/** The story up to a message as a conversation of its own. */
const CopyRequest = z.object({ messageId: z.string().max(64) })

export const MapMessage = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  role: z.enum(['user', 'character']),
  status: z.enum(messageStatuses),
  /** The start of the text. */
  text: z.string(),
  /** The name of the branch that begins here; left out where it has none. */
  name: z.string().optional(),
  /** Who said a reply, where it is another character of a scene. */
  speaker: z.string().optional(),
})
export type MapMessage = z.infer<typeof MapMessage>

/** All branches of a conversation, without deleted messages. */
export const StoryMap = z.object({
  /** The end of the active path. */
  leafId: z.string().nullable(),
  /** Versions of a message in their order. */
  messages: z.array(MapMessage),
  /** False if the conversation has more messages than a map shows. The oldest are left out. */
  isWhole: z.boolean(),
})
export type StoryMap = z.infer<typeof StoryMap>

export const branchApi = {
  'GET /api/conversations/:id/map': { ...reading, limit: 'storyMap', response: StoryMap },
  'PUT /api/conversations/:id/messages/:messageId/name': { ...changing, limit: 'versions', body: BranchName },
  'POST /api/conversations/:id/copy': {
    ...changing,
    limit: 'copyConversation',
    body: CopyRequest,
    response: z.object({ conversation: Conversation }),
    status: 201,
  },
} as const satisfies Routes
