import { z } from 'zod'
import { chatting, type Routes, reading } from './routes.ts'
import { nameUpTo, textUpTo } from './text-fields.ts'

export const quickReplyLimits = {
  perAccount: 40,
  /** Unicode code points. */
  label: 40,
  /** UTF-16 code units. */
  text: 2_000,
} as const

const NewQuickReply = z.object({
  /** On its button. */
  label: nameUpTo(quickReplyLimits.label, 'a label', 'Please enter a label'),
  text: textUpTo(quickReplyLimits.text).refine((text) => text !== '', 'Please enter a text'),
  /** True sends it at once; false puts it into the composer. */
  sendNow: z.boolean().default(false),
})

/** A text that a user sends often. Its macros are expanded when it is used. */
export const QuickReply = z.object({ label: z.string(), text: z.string(), sendNow: z.boolean() })
export type QuickReply = z.infer<typeof QuickReply>

/** All of the viewer's, in their order. */
export const QuickRepliesRequest = z.object({
  replies: z
    .array(NewQuickReply)
    .max(quickReplyLimits.perAccount, `An account can have up to ${quickReplyLimits.perAccount} quick replies`),
})

export const QuickReplies = z.object({ replies: z.array(QuickReply) })
export type QuickReplies = z.infer<typeof QuickReplies>

export const quickReplyApi = {
  'GET /api/quick-replies': { ...reading, response: QuickReplies },
  'PUT /api/quick-replies': {
    ...chatting,
    limit: 'saveChatSettings',
    body: QuickRepliesRequest,
    response: QuickReplies,
  },
} as const satisfies Routes
