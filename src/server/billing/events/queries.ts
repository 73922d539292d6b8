import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { PaymentEventsTable } from '#server/db/schema/billing.ts'

export type EventRow = Selectable<PaymentEventsTable>

/** Inserts an event; false when it was delivered before. */
export const insertEvent = (db: Queryable, event: EventRow) => insertIfNew(db, 'payment_events', event)

export function findEvent(db: Queryable, id: string): Promise<EventRow | undefined> {
  return findRow(db, 'payment_events', { id })
}

/** When the newest event arrived, and how many are still to be processed. */
export async function findEventFigures(db: Queryable, provider: string) {
  const ofProvider = db.selectFrom('payment_events').where('provider', '=', provider)
  const newest = await ofProvider.select((eb) => eb.fn.max('received_at').as('at')).executeTakeFirst()
  const pending = await ofProvider
    .where('processed_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return { lastWebhookAt: newest?.at == null ? null : Number(newest.at), pendingWebhooks: Number(pending?.count ?? 0) }
}

/** False when another instance has marked it before. */
export const markProcessed = (db: Queryable, id: string, now: number) =>
  updateRows(db, 'payment_events', { id, processed_at: null }, { processed_at: now })
