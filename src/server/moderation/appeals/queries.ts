import type { Queryable } from '#server/db/database.ts'
import { countRows } from '#server/db/rows.ts'

export type SubjectFlag = Awaited<ReturnType<typeof listSubjectFlags>>[number]

/**
 * The flags whose decision or hold affects an account, newest first, without appeals: each with the status of the appeal
 * against it.
 */
export function listSubjectFlags(db: Queryable, subjectId: string, limit: number) {
  return selectSubjectFlags(db, subjectId).orderBy('flags.id', 'desc').limit(limit).execute()
}

export function findSubjectFlag(db: Queryable, subjectId: string, id: string) {
  return selectSubjectFlags(db, subjectId).where('flags.id', '=', id).executeTakeFirst()
}

function selectSubjectFlags(db: Queryable, subjectId: string) {
  return db
    .selectFrom('flags')
    .leftJoin('flags as appeal', (join) =>
      join
        .onRef('appeal.previous_flag_id', '=', 'flags.id')
        .on('appeal.category', '=', 'appeal')
        // Earlier ones are against a decision that was undone.
        .onRef('appeal.created_at', '>=', 'flags.decided_at'),
    )
    .selectAll('flags')
    .select(['appeal.status as appeal_status', 'appeal.reason as appeal_reason'])
    .where('flags.subject_id', '=', subjectId)
    .where('flags.category', '!=', 'appeal')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('flags.status', '=', 'resolved'),
          // If the target did not exist any more there is no effect, but there may be a strike or a suspension to
          // appeal.
          eb.or([
            eb('flags.effect', '!=', 'none'),
            eb('flags.strike', '=', 1),
            eb('flags.suspended_until', 'is not', null),
          ]),
        ]),
        eb.and([eb('flags.status', 'in', ['open', 'acknowledged']), eb('flags.effect', '=', 'held')]),
      ]),
    )
}

export const countStrikes = (db: Queryable, subjectId: string) =>
  countRows(db, 'flags', { subject_id: subjectId, strike: 1, reversed_at: null })

/** The account's newest requests for the review of a rule: appeals against no decision. */
export const listReviews = (db: Queryable, subjectId: string, limit: number) =>
  db
    .selectFrom('flags')
    .select(['id', 'status', 'created_at', 'decided_at'])
    .where('subject_id', '=', subjectId)
    .where('category', '=', 'appeal')
    .where('previous_flag_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
