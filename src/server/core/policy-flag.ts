import type { FlagCategory, ReportTarget } from '#shared/moderation.ts'

/** Something that the safety policy found and moderators should see. */
export interface PolicyFlag {
  targetType: ReportTarget
  targetId: string
  targetName: string
  category: FlagCategory
  severity?: number
  summary: string
  /** The rule that matched. */
  details: string
  /** The account it is about. */
  subjectId: string | null
  /** The content at this moment. */
  evidence: Record<string, unknown>
  source?: 'policy' | 'appeal'
  /** Takes a character out of the gallery until the flag is decided. */
  hold?: boolean
}
