import { Readable } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import { readCursor, setNextCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { auditApi, moderationActions } from '#shared/audit.ts'
import { readHead } from './log-head.ts'
import { type AuditFilters, listEntries } from './queries.ts'
import { viewAudit } from './view.ts'

/** The audit log of the moderation dashboard. */
export function auditRoutes(context: Context) {
  return handleRoutes(auditApi, () => ({
    'GET /api/admin/audits': async ({ viewer, query: { limit, cursor, ...filters } }, reply) => {
      // Moderators do not see what admins did with rights, models and payments.
      const before = readCursor(cursor)?.value ?? Number.MAX_SAFE_INTEGER
      const rows = await listEntries(
        context.db,
        viewer.account_type === 'admin' ? filters : { ...filters, actions: moderationActions },
        { before, limit },
      )
      setNextCursor(reply, rows, limit, ({ seq, id }) => ({ value: seq, id }))
      return { audits: rows.map(viewAudit) }
    },
    'GET /api/admin/audits/export': ({ query: { format, ...filters } }, reply) => {
      const day = new Date(context.clock.now()).toISOString().slice(0, 10)
      return reply
        .header('content-disposition', `attachment; filename="troupe-audit-${day}.${format}"`)
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .send(exportAudit(context, filters, format))
    },
    'GET /api/admin/audits/head': () => readHead(context),
  }))
}

const page = 500
const columns = [
  'seq',
  'createdAt',
  'action',
  'targetType',
  'targetId',
  'targetName',
  'actorId',
  'actorName',
  'details',
  'facts',
  'requestId',
  'hash',
] as const

/** The entries that fit the filters, newest first, read from the database while they are sent. */
function exportAudit(context: Context, filters: AuditFilters, format: 'jsonl' | 'csv'): Readable {
  return Readable.from(format === 'csv' ? csvLines(context, filters) : jsonLines(context, filters), {
    objectMode: false,
  })
}

async function* readEntries({ db }: Context, filters: AuditFilters) {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listEntries(db, filters, { before, limit: page })
    yield* rows.map(viewAudit)
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    before = last.seq
  }
}

async function* jsonLines(context: Context, filters: AuditFilters) {
  for await (const entry of readEntries(context, filters)) yield `${JSON.stringify(entry)}\n`
}

async function* csvLines(context: Context, filters: AuditFilters) {
  yield `${columns.join(',')}\r\n`
  for await (const { actor, createdAt, facts, ...entry } of readEntries(context, filters)) {
    const row = {
      ...entry,
      createdAt: new Date(createdAt).toISOString(),
      actorId: actor?.id ?? '',
      actorName: actor?.name ?? '',
      facts: JSON.stringify(facts),
    }
    yield `${columns.map((column) => csvCell(String(row[column]))).join(',')}\r\n`
  }
}

/** Spreadsheets treat a cell that begins with one of these characters as a formula, and names can begin with them. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
