import { z } from 'zod'
import { type Routes, reading } from './routes.ts'
import { textUpTo } from './text-fields.ts'

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

interface FlagCategoryFacts {
  label: string
  severity: 1 | 2 | 3 | 4 | 5
  /** It concerns no rule of conduct: approving a flag changes nothing. */
  hasNoEffect?: true
}

/** The categories of flags: those of reports, and those that only the server raises. */
export const flagCategories = {
  ...reportCategories,
  crisis: { label: 'A user may be in crisis', severity: 3, hasNoEffect: true },
  chat_filter: { label: 'Above the content rating of the account', severity: 2 },
  unchecked: { label: 'Not checked by the classifier', severity: 3 },
  offensive_name: { label: 'Offensive name', severity: 2 },
  payment_dispute: { label: 'Disputed payment', severity: 3, hasNoEffect: true },
  appeal: { label: 'Appeal against a decision', severity: 3 },
} as const satisfies Record<string, FlagCategoryFacts>
export type FlagCategory = keyof typeof flagCategories
export const flagCategoryNames = Object.keys(flagCategories) as [FlagCategory, ...FlagCategory[]]

const day = 24 * 60 * 60 * 1000

export const moderationLimits = {
  note: 2_000,
  /** How long after a decision the user it affects may appeal, in milliseconds. */
  appealWindow: 20 * day,
  suspensionDays: 3_650,
} as const

/** Plain text of a reporter, a moderator or the author of an appeal. It is shown as text, never as markup. */
export const Note = textUpTo(moderationLimits.note, 'the note')

export const ReportRequest = z.object({
  targetType: z.enum(reportTargets),
  targetId: z.string().min(1).max(64),
  category: z.enum(reportCategoryNames, { error: 'Please say what is wrong' }),
  note: Note.default(''),
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

/** The outcome of a report. `reversed`: moderators took action and undid it after an appeal. */
export const reportOutcomes = ['received', 'reviewing', 'action_taken', 'no_violation', 'reversed'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** A report as its sender sees it: its outcome, and nothing about other users. */
export const OwnReport = ReportResponse.shape.report.extend({
  /** The name of the character or user at the time of the report; empty for reports of earlier versions. */
  targetName: z.string(),
  note: z.string(),
  outcome: z.enum(reportOutcomes),
  decidedAt: z.number().int().nullable(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** The newest 100. */
export const OwnReports = z.object({ reports: z.array(OwnReport) })
export type OwnReports = z.infer<typeof OwnReports>

/**
 * What a decision changes. `none`: nothing, because the category has no effect or the target no longer exists; `warning`:
 * nothing, but the person is told.
 */
export const flagEffects = [
  'none',
  'held',
  'character_removed',
  'message_redacted',
  'strike',
  'warning',
  'reversed',
] as const
export type FlagEffect = (typeof flagEffects)[number]

/** A decision as the user it affects sees it: without the reporter, the moderator and the moderators' notes. */
export const OwnDecision = z.object({
  /** The id of the flag; an appeal names it. */
  id: z.string(),
  targetType: z.enum(reportTargets),
  targetId: z.string(),
  targetName: z.string(),
  /** The rule that it cites. */
  category: z.enum(flagCategoryNames),
  /** In the moderator's words; empty without. */
  reason: z.string(),
  effect: z.enum(flagEffects),
  /** Whether it counts as a strike against the account. */
  isStrike: z.boolean(),
  decidedAt: z.number().int().nullable(),
  /** The end of a suspension that it imposed. */
  suspendedUntil: z.number().int().nullable(),
  /** Whether an appeal is possible, or its outcome. */
  appeal: z.enum(['possible', 'under_review', 'granted', 'rejected', 'too_late', 'not_decided']),
  /** Why the appeal was granted or rejected, in the moderator's words; empty without. */
  appealReason: z.string(),
})
export type OwnDecision = z.infer<typeof OwnDecision>

/** A request for the review of a rule that held something back, as the user who sent it sees it. */
export const OwnReview = z.object({
  id: z.string(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().nullable(),
  outcome: z.enum(['received', 'reviewing', 'agreed', 'rejected']),
})
export type OwnReview = z.infer<typeof OwnReview>

/** Decisions about the account and its content that stand, and content held for review. */
export const OwnDecisions = z.object({
  decisions: z.array(OwnDecision),
  strikes: z.number().int(),
  /** The newest 10. */
  reviews: z.array(OwnReview),
})
export type OwnDecisions = z.infer<typeof OwnDecisions>

/** The answer is the decision, now under review. */
export const AppealRequest = z.object({
  flagId: z.string().min(1).max(64),
  text: Note.refine((text) => text.length > 0, 'Please say why the decision should be reviewed'),
})
const AppealResponse = z.object({ decision: OwnDecision })

export const SuspensionRequest = z.object({
  /** What the account did. Its owner is shown the category and the reason, never the notes. */
  category: z.enum(reportCategoryNames).default('other'),
  days: z.number().int().min(1).max(moderationLimits.suspensionDays),
  reason: Note.default(''),
  notes: Note.default(''),
})
export type SuspensionRequest = z.infer<typeof SuspensionRequest>

/** When the suspension ends, null without one. */
const SuspensionResponse = z.object({ suspendedUntil: z.number().int().nullable() })
export type SuspensionResponse = z.infer<typeof SuspensionResponse>

export const suspensionApi = {
  'POST /api/admin/users/:id/suspension': {
    access: 'moderator',
    body: SuspensionRequest,
    response: SuspensionResponse,
  },
  'DELETE /api/admin/users/:id/suspension': {
    access: 'moderator',
    body: z.object({ notes: Note.default('') }).nullish(),
    response: SuspensionResponse,
  },
} as const satisfies Routes

/** What every user sees of moderation: their reports, the decisions that affect them, and their appeals. */
export const moderationApi = {
  'POST /api/reports': {
    access: 'signed-in',
    key: 'everything',
    limit: 'report',
    body: ReportRequest,
    response: ReportResponse,
    status: 201,
  },
  'GET /api/reports': { ...reading, response: OwnReports },
  'GET /api/moderation/decisions': { access: 'signed-in-suspended', response: OwnDecisions },
  'POST /api/appeals': {
    access: 'signed-in-suspended',
    limit: 'report',
    body: AppealRequest,
    response: AppealResponse,
    status: 201,
  },
} as const satisfies Routes
