import type { FlagCategory, ReportTarget } from '#shared/moderation.ts'

/** Something that the safety policy found and moderators should see. */
export interface PolicyFlag {
  targetType: ReportTarget
  targetId: string
  /** The name of the character or user. */
  targetName: string
  category: FlagCategory
  /** The category's by default. */
  severity?: number
  /** One line about the target for the queue; the category's label is put before it. */
  summary: string
  /** The rule that matched, a note … Only moderators read it. */
  details: string
  /** The account it is about, which must not decide it and can appeal. Null if it is about no account. */
  subjectId: string | null
  /** The content at this moment, as an object. It is never changed, also when the target changes or is deleted. */
  evidence: Record<string, unknown>
  source?: 'policy' | 'appeal'
  /** Takes a character out of the gallery until the flag is decided. */
  hold?: boolean
}
