import { z } from 'zod'
import { type Routes, reading } from './routes.ts'

export const noticeKinds = ['report', 'appeal', 'decision', 'character'] as const

/** Something that was decided or changed for the account. */
export const Notice = z.object({
  /** Of the flag or the character. */
  id: z.string(),
  /** A report was decided, an appeal was answered, moderators decided about the user, or a character that the user chats with was changed by its author. */
  kind: z.enum(noticeKinds),
  /** The name of the character or user that it is about; it may be empty. */
  name: z.string(),
  /** Whether action was taken on the report, or the appeal was granted. */
  granted: z.boolean(),
  at: z.number().int(),
})
export type Notice = z.infer<typeof Notice>

/** The newest of the last 30 days, newest first. Those after `seenAt` are new. */
const Notices = z.object({ notices: z.array(Notice), seenAt: z.number().int() })
export type Notices = z.infer<typeof Notices>

/** The user has seen those up to this time. */
const SeenRequest = z.object({ at: z.number().int().min(0).max(8_640_000_000_000_000) })

export const noticeApi = {
  'GET /api/notices': { ...reading, response: Notices },
  'PUT /api/notices/seen': { access: 'signed-in', key: 'everything', limit: 'saveChatSettings', body: SeenRequest },
} as const satisfies Routes
