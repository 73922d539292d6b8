import { z } from 'zod'

export const reportTargets = ['character', 'message', 'user'] as const
export type ReportTarget = (typeof reportTargets)[number]

/**
 * The categories of reports. The severity orders the flags of the queue and sets the deadline of a review: one hour for 5,
 * four hours for 4, a day for 3.
 */
export const reportCategories = {
  minors: { label: 'Sexual content involving someone under 18', severity: 5 },
  self_harm: { label: 'Encourages suicide or self-harm', severity: 4 },
  threats: { label: 'Threats, or instructions for serious harm', severity: 4 },
  real_person: { label: 'Sexual content about a real person', severity: 4 },
  hate: { label: 'Hate or harassment', severity: 3 },
  private_information: { label: 'Someone’s private information', severity: 3 },
  wrong_rating: { label: 'Content rating is too low', severity: 2 },
  stolen: { label: 'Copied from someone else’s work', severity: 2 },
  spam: { label: 'Spam or advertising', severity: 2 },
  other: { label: 'Something else', severity: 2 },
} as const satisfies Record<string, { label: string; severity: 1 | 2 | 3 | 4 | 5 }>
export type ReportCategory = keyof typeof reportCategories
export const reportCategoryNames = Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]]

export const moderationLimits = { note: 2_000 } as const

export const flagStatuses = ['open', 'acknowledged', 'resolved', 'dismissed'] as const
export type FlagStatus = (typeof flagStatuses)[number]

/** `POST /api/reports`. */
export const ReportRequest = z.object({
  targetType: z.enum(reportTargets),
  targetId: z.string().min(1).max(64),
  category: z.enum(reportCategoryNames, { error: 'Please say what is wrong' }),
  note: z
    .string()
    .max(moderationLimits.note, 'Please keep the note to 2,000 characters or less')
    .transform((note) => note.replaceAll('\u0000', '').replaceAll(/\r\n?/g, '\n').toWellFormed().trim())
    .default(''),
})
export type ReportRequest = z.infer<typeof ReportRequest>

/** The saved report. A second report of the same target and category by the same account returns the first. */
export const ReportResponse = z.object({
  report: z.object({
    id: z.string(),
    targetType: z.enum(reportTargets),
    targetId: z.string(),
    category: z.enum(reportCategoryNames),
    createdAt: z.number().int(),
  }),
})
export type ReportResponse = z.infer<typeof ReportResponse>
