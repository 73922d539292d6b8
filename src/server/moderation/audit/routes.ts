import type { Context } from '#server/core/context.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { auditApi, moderationActions } from '#shared/audit.ts'
import { exportAudit } from './export-audit.ts'
import { readHead } from './log-head.ts'
import { listEntries } from './queries.ts'
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
      const last = rows.at(-1)
      if (last && rows.length === limit) reply.header('x-next-cursor', writeCursor({ value: last.seq, id: last.id }))
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
