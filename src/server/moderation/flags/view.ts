import { fieldsOf } from '#server/core/fields-of.ts'
import { Flag, FlagDetails, type FlagRecord } from '#shared/flags.ts'
import type { ActionOnFlag, EvidenceRow, NamedFlag, ReportOnFlag } from './queries.ts'

export function viewFlag(row: NamedFlag): Flag {
  return {
    ...fieldsOf(Flag, row),
    claim:
      row.claimed_by === null || row.claimed_until === null
        ? null
        : { ...viewPerson(row.claimed_by, row.claimant_name), until: row.claimed_until },
    decision:
      row.decided_by === null || row.decided_at === null
        ? null
        : { by: viewPerson(row.decided_by, row.decider_name), at: row.decided_at },
    subject:
      row.subject_id === null
        ? null
        : { ...viewPerson(row.subject_id, row.subject_name), strikes: Number(row.strikes ?? 0) },
  }
}

/** The name is empty once the account is deleted. */
const viewPerson = (id: string, name: string | null) => ({ id, name: name ?? '' })

export interface RecordedFlag {
  flag: NamedFlag
  evidence: EvidenceRow[]
  actions: ActionOnFlag[]
}

const { evidence: Evidence, actions: Actions, reports: Reports } = FlagDetails.shape

function viewRecord({ flag, evidence, actions }: RecordedFlag): FlagRecord {
  return {
    flag: viewFlag(flag),
    evidence: evidence.map((row) => fieldsOf(Evidence.element, row)),
    actions: actions.map((row) => ({
      ...fieldsOf(Actions.element, row),
      by: viewPerson(row.actor_id, row.actor_name),
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
      ...fieldsOf(Reports.element, report),
      reporter: viewPerson(report.reporter_id, report.reporter_name),
      seeded: report.is_seeded === 1,
    })),
    history: rest.history.map(viewFlag),
  }
}
