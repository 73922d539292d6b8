import { z } from 'zod'
import { AuditEntry } from './audit.ts'
import {
  flagCategories,
  flagCategoryNames,
  flagEffects,
  moderationLimits,
  Note,
  reportCategoryNames,
  reportTargets,
} from './moderation.ts'
import type { Routes } from './routes.ts'

export const flagStatuses = ['open', 'acknowledged', 'resolved', 'dismissed'] as const
export type FlagStatus = (typeof flagStatuses)[number]

export const flagActions = ['approve', 'dismiss', 'escalate'] as const
export type FlagAction = (typeof flagActions)[number]

/** What the record of a flag shows: the actions on it, that one was undone, and the end of a suspension that it imposed. */
export const recordedActions = [...flagActions, 'undo', 'lift_suspension'] as const
export type RecordedAction = (typeof recordedActions)[number]

/**
 * The status after each action. What is missing is refused with 409. `approve`: the flag is right and its effect is
 * enforced; `dismiss`: the flag is wrong; `escalate`: somebody more senior should look.
 */
export const flagTransitions: Record<FlagStatus, Partial<Record<FlagAction, FlagStatus>>> = {
  open: { approve: 'resolved', dismiss: 'dismissed', escalate: 'acknowledged' },
  acknowledged: { approve: 'resolved', dismiss: 'dismissed' },
  resolved: {},
  dismissed: {},
}

/** Who or what raised a flag. */
export const flagSources = ['report', 'policy', 'appeal', 'payment', 'admin'] as const
export type FlagSource = (typeof flagSources)[number]

const hour = 60 * 60 * 1000

export const flagLimits = {
  /** Milliseconds from a flag to the time its decision is due. */
  dueAfter: { 5: hour, 4: 4 * hour, 3: 24 * hour, 2: 72 * hour, 1: 72 * hour } as Record<number, number>,
  /** Milliseconds that a claim lasts without being renewed. */
  claim: 5 * 60 * 1000,
  page: 50,
  pageMax: 100,
  bulk: 100,
} as const

/** A user as moderators see them on a flag. */
const Person = z.object({ id: z.string(), name: z.string() })

/** A flag, as clients of the API and the dashboard read it. Times are milliseconds since 1970. */
export const Flag = z.object({
  id: z.string(),
  category: z.enum(flagCategoryNames),
  severity: z.number().int(),
  summary: z.string(),
  /** The note of the first reporter, the rule that matched, or the text of an appeal. Shown as text, never as markup. */
  details: z.string(),
  targetType: z.enum(reportTargets),
  targetId: z.string(),
  targetName: z.string(),
  status: z.enum(flagStatuses),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  source: z.enum(flagSources),
  reportCount: z.number().int(),
  /** When the decision is due. A flag without a decision is overdue after it. */
  dueAt: z.number().int(),
  escalatedAt: z.number().int().nullable(),
  /** Who works on it, until when. A claim whose time is over counts as none. */
  claim: Person.extend({ until: z.number().int() }).nullable(),
  decision: z.object({ by: Person, at: z.number().int() }).nullable(),
  effect: z.enum(flagEffects).nullable(),
  /** What the person whom the decision affects reads, and the rule that it cites if that is not the category. */
  reason: z.string(),
  citedRule: z.enum(reportCategoryNames).nullable(),
  /** When the decision was undone after an appeal. */
  reversedAt: z.number().int().nullable(),
  suspendedUntil: z.number().int().nullable(),
  /** The account it is about, with the strikes that stand. Its owner may not decide the flag. */
  subject: Person.extend({ strikes: z.number().int() }).nullable(),
  /** The last decided flag of the same target and category; for an appeal, the decision it is about. */
  previousFlagId: z.string().nullable(),
})
export type Flag = z.infer<typeof Flag>

const Flags = z.object({ flags: z.array(Flag) })
const flag = z.object({ flag: Flag })

/** The header X-Next-Cursor pages on. */
export const FlagQuery = z.object({
  /** `all` lists every status. */
  status: z.enum([...flagStatuses, 'all']).default('open'),
  category: z.enum(flagCategoryNames).optional(),
  /** The least severity. */
  severity: z.coerce.number().int().min(1).max(5).optional(),
  source: z.enum(flagSources).optional(),
  targetType: z.enum(reportTargets).optional(),
  /** With `status=all`, the history of a target. */
  targetId: z.string().max(64).optional(),
  /** The account that the flags are about. */
  subjectId: z.string().max(64).optional(),
  claimed: z.enum(['me', 'others', 'nobody']).optional(),
  overdue: z.stringbool().optional(),
  /** `queue`: the most severe first, then the oldest. By default the queue for undecided flags, else the newest first. */
  sort: z.enum(['queue', 'newest']).optional(),
  limit: z.coerce.number().int().min(1).max(flagLimits.pageMax).default(flagLimits.page),
  cursor: z.string().max(500).optional(),
})
export type FlagQuery = z.infer<typeof FlagQuery>

/** A flag, what was recorded of its target, and what moderators did with it. */
export const FlagRecord = flag.extend({
  /**
   * The target at the time of the flag and of later reports, if it had changed. Snapshots are never changed; some months
   * after the decision they are deleted.
   */
  evidence: z.array(
    z.object({
      id: z.string(),
      createdAt: z.number().int(),
      /** sha256 of the stored snapshot, hex. */
      hash: z.string(),
      /** What was recorded: see `server/moderation/evidence.ts`. */
      content: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Oldest first. */
  actions: z.array(
    z.object({
      id: z.string(),
      action: z.enum(recordedActions),
      note: z.string(),
      by: Person,
      createdAt: z.number().int(),
    }),
  ),
})
export type FlagRecord = z.infer<typeof FlagRecord>

/** A flag with all that a decision needs. */
export const FlagDetails = FlagRecord.extend({
  /** Whether its owner has deleted the target meanwhile. */
  isTargetDeleted: z.boolean(),
  /** For an appeal, the decision it is about. */
  appealed: FlagRecord.nullable(),
  /** The newest 50. */
  reports: z.array(
    z.object({
      id: z.string(),
      reporter: Person,
      note: z.string(),
      /** Whether the reporter's client sent the reported message itself, as the beginning of a conversation. */
      seeded: z.boolean(),
      createdAt: z.number().int(),
    }),
  ),
  /** Other flags of the same target, the newest 20. */
  history: z.array(Flag),
})
export type FlagDetails = z.infer<typeof FlagDetails>

export const FlagActionRequest = z.object({
  action: z.enum(flagActions),
  notes: Note.default(''),
  /** What the person whom the decision affects reads: of an approval, and of the answer to an appeal. */
  reason: Note.default(''),
  /** The rule that the decision cites, if it is not the flag's category. */
  rule: z.enum(reportCategoryNames).optional(),
  /** Approves the flag with a warning: nothing is removed, and there is no strike. */
  warn: z.boolean().default(false),
  /** Also suspends the account that the flag is about, for so many days. Only with `approve`. */
  suspendDays: z.number().int().min(1).max(moderationLimits.suspensionDays).optional(),
  /** Acts although another admin has claimed the flag. */
  override: z.boolean().default(false),
})
export type FlagActionRequest = z.infer<typeof FlagActionRequest>

/** Dismisses flags, or approves flags of one kind, with one note. Each gets its own audit entry. */
export const BulkActionRequest = z.object({
  ids: z.array(z.string().min(1).max(64)).min(1).max(flagLimits.bulk),
  action: z.enum(['approve', 'dismiss']),
  notes: Note.default(''),
  reason: Note.default(''),
})
export type BulkActionRequest = z.infer<typeof BulkActionRequest>
const BulkActionResponse = Flags.extend({
  /** Those that could not be decided, with the error code that a single action would have got. */
  skipped: z.array(z.object({ id: z.string(), code: z.string() })),
})

/** Whether flags can be approved together: one kind of target and one rule. Each appeal is about a decision of its own. */
export function areOfOneKind(flags: readonly Pick<Flag, 'category' | 'targetType'>[]): boolean {
  const [first] = flags
  return flags.every(
    ({ category, targetType }) =>
      category === first?.category && targetType === first.targetType && category !== 'appeal',
  )
}

/** Whether somebody can be warned in place of what approving the flag does. */
export function canWarn(flag: Pick<Flag, 'category' | 'targetType' | 'previousFlagId' | 'subject'>): boolean {
  return flag.subject !== null && !['none', 'reversed'].includes(effectOf(flag))
}

/** What approving a flag does to its target. */
export function effectOf(flagged: Pick<Flag, 'category' | 'targetType' | 'previousFlagId'>) {
  const { category, targetType, previousFlagId } = flagged
  // A request for the review of a rule is an appeal against no decision.
  if (category === 'appeal') return previousFlagId === null ? 'none' : 'reversed'
  if ('hasNoEffect' in flagCategories[category]) return 'none'
  return ({ character: 'character_removed', message: 'message_redacted', user: 'strike' } as const)[targetType]
}

/** What an action does, in words, for the text next to its button. */
export function describeAction(
  action: FlagAction,
  flagged: Pick<Flag, 'category' | 'targetType' | 'effect' | 'previousFlagId'>,
  isWarning = false,
): string {
  if (action === 'escalate')
    return 'Gives the flag to the admins, who are alerted and decide it. Nothing changes for users.'
  if (flagged.category === 'appeal') return appealActions[flagged.previousFlagId === null ? 'review' : 'appeal'][action]
  if (action === 'dismiss') {
    const released = flagged.effect === 'held' ? ' The character is in the gallery again.' : ''
    return `Closes the flag: nothing was wrong.${released}`
  }
  return isWarning
    ? 'Nothing is removed, and there is no strike. The user reads the warning.'
    : approvals[effectOf(flagged)]
}

const appealActions = {
  appeal: {
    approve: 'Grants the appeal: the decision is undone, with its strike and suspension.',
    dismiss: 'Rejects the appeal: the decision stands.',
  },
  review: {
    approve: 'Agrees that the rule was wrong here. There is no decision to undo; the user is notified.',
    dismiss: 'Closes the request: the rule was right. The user is notified.',
  },
} as const

const approvals = {
  none: 'Closes the flag as right. Nothing changes for the user.',
  character_removed:
    'Removes the character: nobody can find it or chat with it. Its author gets a strike and can appeal.',
  message_redacted: 'Removes the text of the message. A user who wrote it gets a strike and can appeal.',
  strike: 'Gives the user a strike, which they can appeal.',
  reversed: 'Undoes the decision.',
} as const

const access = 'moderator'
const ofStatus = { access, query: FlagQuery.omit({ status: true }), response: Flags } as const

export const flagApi = {
  'GET /api/admin/flags': { access, query: FlagQuery, response: Flags },
  'GET /api/admin/flags/open': ofStatus,
  'GET /api/admin/flags/acknowledged': ofStatus,
  'GET /api/admin/flags/resolved': ofStatus,
  'GET /api/admin/flags/dismissed': ofStatus,
  'GET /api/admin/flags/count': { access, response: z.object({ open: z.number().int() }) },
  'GET /api/admin/flags/:id': { access, response: FlagDetails },
  'POST /api/admin/flags/:id/action': { access, body: FlagActionRequest, response: flag.extend({ audit: AuditEntry }) },
  'POST /api/admin/flags/:id/claim': { access, response: flag },
  'DELETE /api/admin/flags/:id/claim': { access, response: flag },
  'POST /api/admin/flags/:id/undo': { access, body: z.object({ notes: Note.default('') }).nullish(), response: flag },
  'POST /api/admin/flags/bulk': { access, body: BulkActionRequest, response: BulkActionResponse },
} as const satisfies Routes
