import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { AuditExportQuery, AuditHead, AuditList, AuditQuery, moderationActions } from '#shared/audit.ts'
import { exportAudit } from './export-audit.ts'
import { readHead } from './log-head.ts'
import { listEntries } from './queries.ts'
import { viewAudit } from './view.ts'

const admin = { access: 'admin' } as const

/** The audit log of the moderation dashboard. */
export function auditRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/admin/audits',
      { config: { access: 'moderator' }, schema: { querystring: AuditQuery, response: { 200: AuditList } } },
      async ({ viewer, query: { limit, cursor, ...filters } }, reply) => {
        // What admins did with rights, models and payments is not a matter of moderation.
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
    )

    app.get(
      '/api/admin/audits/export',
      { config: admin, schema: { querystring: AuditExportQuery } },
      async ({ query: { format, ...filters } }, reply) => {
        const day = new Date(context.clock.now()).toISOString().slice(0, 10)
        return reply
          .header('content-disposition', `attachment; filename="troupe-audit-${day}.${format}"`)
          .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
          .send(exportAudit(context, filters, format))
      },
    )

    app.get('/api/admin/audits/head', { config: admin, schema: { response: { 200: AuditHead } } }, async () =>
      readHead(context),
    )
  })
}
