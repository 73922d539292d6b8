import { Readable } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { stringifyInChunks } from '#server/http/stringify-in-chunks.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { viewOwnAccount, viewOwnSession } from '../view.ts'
import { listSessions } from './queries.ts'

/** All data of an account as one JSON document, read from the database while it is sent. */
export async function exportData(
  context: Context,
  account: Account,
  accountData: AccountDataSource[],
): Promise<Readable> {
  const sessions = await listSessions(context.db, account.id, { idleBefore: 0, createdBefore: 0 })
  const document = {
    format: 'troupe-account',
    version: 1,
    exportedAt: context.clock.now(),
    account: viewOwnAccount(account),
    sessions: sessions.map(viewOwnSession),
    ...Object.fromEntries(accountData.map((source) => [source.name, source.export(context, account.id)])),
  }
  return Readable.from(stringifyInChunks(document), { objectMode: false })
}

/** @example exportFileName(Date.UTC(2026, 10, 21)) // 'troupe-data-2026-11-21.json' */
export function exportFileName(now: number): string {
  return `troupe-data-${new Date(now).toISOString().slice(0, 10)}.json`
}
