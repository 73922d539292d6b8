import type { Generated } from 'kysely'
import type { AuditEntry } from '#shared/audit.ts'
import type { Flag, RecordedAction } from '#shared/flags.ts'
import type { ReportResponse, ReportTarget } from '#shared/moderation.ts'
import type { ColumnsOf } from './columns-of.ts'

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
export interface FlagsTable extends ColumnsOf<Omit<Flag, 'claim' | 'decision' | 'subject' | 'reason'>> {
  /** The account that the flag is about: it must not decide it, and can appeal. Null if it is about no account. */
  subject_id: string | null
  claimed_by: string | null
  claimed_until: number | null
  decided_at: number | null
  decided_by: string | null
  /** 1 when the decision counts against the account. */
  strike: Generated<number>
  /** What the decision says to the person whom it affects, in the moderator's words. */
  reason: Generated<string>
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
export interface AuditEntriesTable extends ColumnsOf<Omit<AuditEntry, 'actor' | 'details' | 'targetName'>> {
  /** Null for a command line. */
  actor_id: string | null
  previous_hash: string
}

/** News for the dashboard, in the order of their commits. */
export interface AlertsTable {
  id: number
  kind: 'flag_alert' | 'flag_updated'
  flag_id: string
  created_at: number
}

/** Unique for a reporter, target and category. */
export interface ReportsTable extends ColumnsOf<ReportResponse['report']> {
  flag_id: string
  reporter_id: string
  note: string
  /** 1 when the target is a seeded message. */
  is_seeded: Generated<number>
}
