import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { listSubjectFlags } from './appeals/queries.ts'
import { viewDecision } from './appeals/view.ts'
import { deleteOwnReports, forgetSubject, listOwnAppeals, listOwnReports } from './queries.ts'

/** The reports that an account sent. Erasing them keeps their flags, which concern other accounts, without the notes. */
export const ownReports: AccountDataSource = {
  name: 'reports',
  async *export(context, userId) {
    yield* await listOwnReports(context.db, userId)
  },
  erase: (context, userId) => context.transact((trx) => deleteOwnReports(trx, userId)),
}

/**
 * What an account wrote to moderators. Erasing it also takes the account's names out of the flags about it; their decisions
 * stay, and their evidence as long as that of others.
 */
export const ownAppeals: AccountDataSource = {
  name: 'appeals',
  async *export(context, userId) {
    for (const { details, evidence, ...appeal } of await listOwnAppeals(context.db, userId)) {
      // A request for a review that was repeated has its further texts in the evidence.
      const { text = details, note = text } = JSON.parse(evidence ?? '{}') as { text?: string; note?: string }
      yield { ...appeal, text: note }
    }
  },
  erase: (context, userId) => context.transact((trx) => forgetSubject(trx, userId)),
}

/** What moderators decided about an account, as it reads it. Erased with its appeals. */
export const ownDecisions: AccountDataSource = {
  name: 'decisions',
  async *export({ db, clock }, userId) {
    for (const row of await listSubjectFlags(db, userId, decisionsMax)) yield viewDecision(row, clock.now())
  },
  async erase() {},
}

const decisionsMax = 1_000
