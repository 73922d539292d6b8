import { z } from 'zod'
import type { Routes } from './routes.ts'
import { safetyCategories } from './safety-terms.ts'
import { textUpTo } from './text-fields.ts'

/** Why something was held back: the rule and the reason in words. */
export const PolicyNotice = z.object({
  rule: z.string(),
  category: z.enum(safetyCategories),
  reason: z.string(),
})
export type PolicyNotice = z.infer<typeof PolicyNotice>

/** Somebody to talk to in a crisis, as the operator has set them. */
export interface HelpResource {
  name: string
  contact: string
}

/** Asks moderators to look at something that was held back. */
export const ReviewRequest = z.object({
  rule: z.string().min(1).max(40),
  /** What was held back, as far as the user has it, and why it should not have been. */
  note: textUpTo(2_000, 'the note').default(''),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

export const screeningApi = {
  'POST /api/safety/reviews': {
    access: 'signed-in',
    key: 'everything',
    limit: 'report',
    body: ReviewRequest,
    response: z.object({}),
    status: 202,
  },
} as const satisfies Routes
