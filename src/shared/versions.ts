import { z } from 'zod'
import { chatLimits, messageText } from './chat.ts'

/** The newest message that the client shows. A change on the basis of another one is refused (`stale_leaf`). */
const leafId = z.string().max(64)

/** `POST /api/conversations/:id/replies/:messageId/edit`: a version of a reply in the user's words. */
export const EditReplyRequest = z.object({
  content: messageText(chatLimits.continuedReply).refine((content) => content !== '', 'A reply needs some text'),
  leafId,
})

/** `PUT /api/conversations/:id/messages/:messageId/text`: a version of the user's own message, which is not sent again. */
export const EditTextRequest = z.object({
  content: messageText(chatLimits.message).refine((content) => content !== '', 'A message needs some text'),
  leafId,
})

/** `PUT /api/conversations/:id/leaf`: shows another version of a message, or the story up to a message. */
export const ChooseLeafRequest = z.object({
  messageId: z.string().max(64),
  leafId,
  /** True ends the story at this message; false goes on to where the user was last below it. */
  endHere: z.boolean().default(false),
})

/** `PUT /api/conversations/:id/messages/:messageId/excluded`: leaves a message out of the prompts, or no longer. */
export const ExcludeRequest = z.object({ excluded: z.boolean(), leafId })

/** `DELETE /api/conversations/:id/messages/:messageId` and `POST …/restore`. */
export const AtLeaf = z.object({ leafId })
