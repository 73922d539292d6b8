import { Readable } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { jsonPieces } from '#server/http/json-pieces.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { viewOwnAccount, viewOwnSession } from '../view.ts'
import { listSessions } from './queries.ts'

/** Everything the house keeps about an account, as one JSON document, read while it is being sent. */
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
    ...Object.fromEntries(accountData.map((kept) => [kept.name, kept.read(context, account.id)])),
  }
  return Readable.from(jsonPieces(document), { objectMode: false })
}

/** `troupe-data-2026-11-21.json` */
export function exportName(now: number): string {
  return `troupe-data-${new Date(now).toISOString().slice(0, 10)}.json`
}
