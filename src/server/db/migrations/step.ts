import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** A part of a migration: a statement, those that each database needs where they differ, or what has to read rows. */
export type Step = string | Partial<Record<Dialect, readonly string[]>> | Work
type Work = (db: Kysely<Database>, dialect: Dialect) => Promise<unknown>

export async function runStep(db: Kysely<Database>, dialect: Dialect, step: Step): Promise<void> {
  if (typeof step === 'function') await step(db, dialect)
  else
    for (const statement of [typeof step === 'string' ? step : (step[dialect] ?? [])].flat())
      await sql.raw(statement).execute(db)
}

/** Runs work for the rows that a `select` with ids finds, in the order of the ids, a batch after the other. */
export async function inBatches<Row extends { id: string }>(
  db: Kysely<Database>,
  { select, size }: { select: string; size: number },
  work: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`select * from (${sql.raw(select)}) as listed
      where id > ${after} order by id limit ${sql.lit(size)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    await work(rows)
  }
}

/** Runs a statement when moderation removes a message, whatever removes it. */
export const onRemovedMessage = ({ trigger, call }: { trigger: string; call: string }, statement: string): Step => ({
  postgres: [
    `create function ${call}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    `create trigger ${trigger} after update of status on messages for each row
      when (new.status = 'redacted' and old.status <> 'redacted') execute function ${call}()`,
  ],
  sqlite: [
    `create trigger ${trigger} after update of status on messages
      when new.status = 'redacted' and old.status <> 'redacted' begin ${statement}; end`,
  ],
})
