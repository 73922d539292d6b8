import { activeClassifier, type Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'

interface Recheck<Row> {
  /** For the log. */
  name: string
  /** Rows per run, which limits the load on a classifier that is back. */
  limit: number
  list: (page: { after: string; limit: number }) => Promise<Row[]>
  recheck: (row: Row) => Promise<void>
}

const interval = 60_000

/**
 * Classifies rows for which the classifier did not answer, now and every minute, if one is configured and switched on. A run begins
 * after the last row of the previous run, so that a row that always fails does not block the others. Returns a function
 * that stops it.
 */
export function scheduleRecheck<Row extends { id: string }>(
  context: Context,
  { name, limit, list, recheck }: Recheck<Row>,
): () => Promise<void> {
  if (!context.classifier) return async () => {}
  let after = ''
  const task = async (stopping: AbortSignal) => {
    if (!activeClassifier(context)) return
    const rows = await list({ after, limit })
    after = rows.length === limit ? (rows.at(-1)?.id ?? '') : ''
    for (const row of rows) if (!stopping.aborted) await recheck(row)
  }
  return schedule(context.log, { name, interval, task })
}
