import { z } from 'zod'
import { ConversationPage, chatLimits, Message, messageText } from './chat.ts'
import { changing, type Routes, reading } from './routes.ts'

/** The newest message that the client shows. A change on the basis of another one is refused (`stale_leaf`). */
const leafId = z.string().max(64)

/** A version of a reply in the user's words. */
export const EditReplyRequest = z.object({
  content: messageText(chatLimits.continuedReply).refine((content) => content !== '', 'A reply needs some text'),
  leafId,
})

/** A version of the user's own message, which is not sent again. */
const EditTextRequest = z.object({
  content: messageText(chatLimits.message).refine((content) => content !== '', 'A message needs some text'),
  leafId,
})

/** Shows another version of a message, or the story up to a message. */
const ChooseLeafRequest = z.object({
  messageId: z.string().max(64),
  leafId,
  /** True ends the story at this message; false goes on to where the user was last below it. */
  endHere: z.boolean().default(false),
})

/** Leaves a message out of the prompts, or no longer. */
const ExcludeRequest = z.object({ excluded: z.boolean(), leafId })

const AtLeaf = z.object({ leafId })

const limited = { ...changing, limit: 'versions', response: ConversationPage } as const

/** Each change answers with the newest messages. */
export const versionApi = {
  'PUT /api/conversations/:id/leaf': { ...limited, body: ChooseLeafRequest },
  'GET /api/conversations/:id/messages/:messageId': { ...reading, response: Message },
  'POST /api/conversations/:id/replies/:messageId/edit': { ...limited, body: EditReplyRequest },
  'PUT /api/conversations/:id/messages/:messageId/text': { ...limited, body: EditTextRequest },
  'PUT /api/conversations/:id/messages/:messageId/excluded': { ...limited, body: ExcludeRequest },
  'DELETE /api/conversations/:id/messages/:messageId': { ...limited, query: AtLeaf },
  'POST /api/conversations/:id/messages/:messageId/restore': { ...limited, body: AtLeaf },
} as const satisfies Routes
