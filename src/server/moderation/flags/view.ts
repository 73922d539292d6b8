import type { Flag, FlagDetails, FlagRecord } from '#shared/flags.ts'
import type { ActionOnFlag, EvidenceRow, NamedFlag, ReportOnFlag } from './queries.ts'

export function viewFlag(row: NamedFlag): Flag {
  return {
    id: row.id,
    category: row.category,
    severity: row.severity,
    summary: row.summary,
    details: row.details,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source: row.source,
    reportCount: row.report_count,
    dueAt: row.due_at,
    escalatedAt: row.escalated_at,
    claim:
      row.claimed_by === null || row.claimed_until === null
        ? null
        : { ...viewPerson(row.claimed_by, row.claimant_name), until: row.claimed_until },
    decision:
      row.decided_by === null || row.decided_at === null
        ? null
        : { by: viewPerson(row.decided_by, row.decider_name), at: row.decided_at },
    effect: row.effect,
    reason: row.reason,
    citedRule: row.cited_rule,
    reversedAt: row.reversed_at,
    suspendedUntil: row.suspended_until,
    subject:
      row.subject_id === null
        ? null
        : { ...viewPerson(row.subject_id, row.subject_name), strikes: Number(row.strikes ?? 0) },
    previousFlagId: row.previous_flag_id,
  }
}

/** The name is empty once the account is deleted. */
const viewPerson = (id: string, name: string | null) => ({ id, name: name ?? '' })

export interface RecordedFlag {
  flag: NamedFlag
  evidence: EvidenceRow[]
  actions: ActionOnFlag[]
}

function viewRecord({ flag, evidence, actions }: RecordedFlag): FlagRecord {
  return {
    flag: viewFlag(flag),
    evidence: evidence.map(({ id, created_at, hash, content }) => ({
      id,
      createdAt: created_at,
      hash,
      content: JSON.parse(content) as Record<string, unknown>,
    })),
    actions: actions.map((action) => ({
      id: action.id,
      action: action.action,
      note: action.note,
      by: viewPerson(action.actor_id, action.actor_name),
      createdAt: action.created_at,
    })),
  }
}

export function viewFlagDetails(
  recorded: RecordedFlag,
  rest: {
    appealed: RecordedFlag | null
    reports: ReportOnFlag[]
    history: NamedFlag[]
    isTargetDeleted: boolean
  },
): FlagDetails {
  return {
    ...viewRecord(recorded),
    isTargetDeleted: rest.isTargetDeleted,
    appealed: rest.appealed && viewRecord(rest.appealed),
    reports: rest.reports.map((report) => ({
      id: report.id,
      reporter: viewPerson(report.reporter_id, report.reporter_name),
      note: report.note,
      seeded: report.is_seeded === 1,
      createdAt: report.created_at,
    })),
    history: rest.history.map(viewFlag),
  }
}
