import type { Generated } from 'kysely'
import type { AuditAction, AuditTarget } from '#shared/audit.ts'
import type { FlagSource, FlagStatus, RecordedAction } from '#shared/flags.ts'
import type { FlagCategory, FlagEffect, ReportCategory, ReportTarget } from '#shared/moderation.ts'

export interface ModerationTables {
  flags: FlagsTable
  flag_actions: FlagActionsTable
  flag_evidence: FlagEvidenceTable
  removed_content: RemovedContentTable
  reports: ReportsTable
  audit_entries: AuditEntriesTable
  alerts: AlertsTable
}

/** Something a moderator should review. A target has at most one open or acknowledged flag of a category. */
export interface FlagsTable {
  id: string
  category: FlagCategory
  /** 1 to 5, 5 being the most urgent. */
  severity: number
  summary: string
  details: string
  target_type: ReportTarget
  target_id: string
  /** The name of the character or user when the flag was raised. */
  target_name: Generated<string>
  source: Generated<FlagSource>
  status: FlagStatus
  report_count: number
  /** The account that the flag is about: it must not decide it, and can appeal. Null if it is about no account. */
  subject_id: string | null
  /** The last decided flag of the same target and category; for an appeal, the decision it is about. */
  previous_flag_id: string | null
  due_at: Generated<number>
  escalated_at: number | null
  claimed_by: string | null
  claimed_until: number | null
  decided_at: number | null
  decided_by: string | null
  /** What the decision changed; `held` while the target is held for it. */
  effect: FlagEffect | null
  /** 1 when the decision counts against the account. */
  strike: Generated<number>
  suspended_until: number | null
  /** What the decision says to the person whom it affects, in the moderator's words. */
  reason: Generated<string>
  /** The rule that the decision cites; null: the category. */
  cited_rule: Generated<ReportCategory | null>
  /** When the decision was undone after an appeal. */
  reversed_at: number | null
  created_at: number
  updated_at: number
}

/** What moderators did with a flag. */
export interface FlagActionsTable {
  id: string
  flag_id: string
  actor_id: string
  action: RecordedAction
  note: string
  created_at: number
}

/** The target of a flag when it was raised, or reported again. A trigger refuses changes. */
export interface FlagEvidenceTable {
  id: string
  flag_id: string
  /** JSON: see moderation/evidence.ts. */
  content: string
  /** sha256 of `content`, hex. */
  hash: string
  created_at: number
}

/** What a held or removed character or message was before, as JSON. */
export interface RemovedContentTable {
  target_type: ReportTarget
  target_id: string
  original: string
  created_at: number
}

/** Append-only: triggers refuse changes, and each hash covers all entries before it. See moderation/audit/chain.ts. */
export interface AuditEntriesTable {
  /** From 1, without gaps. */
  seq: number
  id: string
  action: AuditAction
  /** Null for a command line. */
  actor_id: string | null
  target_type: AuditTarget
  target_id: string
  /** JSON, without texts of users. */
  facts: string
  request_id: string
  created_at: number
  previous_hash: string
  hash: string
}

/** News for the dashboard, in the order of their commits. */
export interface AlertsTable {
  id: number
  kind: 'flag_alert' | 'flag_updated'
  flag_id: string
  created_at: number
}

/** Unique for a reporter, target and category. */
export interface ReportsTable {
  id: string
  flag_id: string
  reporter_id: string
  target_type: ReportTarget
  target_id: string
  category: ReportCategory
  note: string
  /** 1 when the target is a seeded message. */
  is_seeded: Generated<number>
  created_at: number
}
