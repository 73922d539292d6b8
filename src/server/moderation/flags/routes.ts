import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import {
  BulkActionRequest,
  BulkActionResponse,
  FlagActionRequest,
  FlagActionResponse,
  FlagCount,
  FlagDetails,
  FlagList,
  FlagQuery,
  FlagResponse,
  flagStatuses,
  UndoRequest,
} from '#shared/flags.ts'
import { SafetyReport, SafetyReportQuery, Stats, StatsQuery } from '#shared/moderation-stats.ts'
import { readSafetyReport, readStats } from '../stats/read-stats.ts'
import { claimFlag, unclaimFlag } from './claim-flag.ts'
import { decideFlag, decideFlags, undoApproval } from './decide-flags.ts'
import {
  countOpenFlags,
  findFlag,
  hasDeletedTarget,
  listActionsOn,
  listEvidence,
  listFlags,
  listHistory,
  listReportsOn,
  type NamedFlag,
} from './queries.ts'
import { type RecordedFlag, viewFlag, viewFlagDetails } from './view.ts'

const Id = z.object({ id: z.string() })
const shown = { reports: 50, history: 20 }
const config = { access: 'moderator' } as const

/** The flags of the moderation dashboard. */
export function flagRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/admin/flags',
      { config, schema: { querystring: FlagQuery, response: { 200: FlagList } } },
      async ({ viewer, query }, reply) => sendPage(context, reply, viewer, query),
    )

    app.get('/api/admin/flags/count', { config, schema: { response: { 200: FlagCount } } }, async () => ({
      open: await countOpenFlags(context.db),
    }))

    for (const status of flagStatuses) {
      app.get(
        `/api/admin/flags/${status}`,
        { config, schema: { querystring: FlagQuery.omit({ status: true }), response: { 200: FlagList } } },
        async ({ viewer, query }, reply) => sendPage(context, reply, viewer, { ...query, status }),
      )
    }

    app.get(
      '/api/admin/flags/:id',
      { config, schema: { params: Id, response: { 200: FlagDetails } } },
      async ({ params: { id } }) => readFlag(context, id),
    )

    app.post(
      '/api/admin/flags/:id/action',
      { config, schema: { params: Id, body: FlagActionRequest, response: { 200: FlagActionResponse } } },
      async ({ viewer, params, body, id: requestId }) =>
        decideFlag(context, { admin: viewer, requestId }, params.id, body),
    )

    app.post(
      '/api/admin/flags/:id/claim',
      { config, schema: { params: Id, response: { 200: FlagResponse } } },
      async ({ viewer, params }) => ({ flag: await claimFlag(context, viewer, params.id) }),
    )

    app.delete(
      '/api/admin/flags/:id/claim',
      { config, schema: { params: Id, response: { 200: FlagResponse } } },
      async ({ viewer, params }) => ({ flag: await unclaimFlag(context, viewer, params.id) }),
    )

    app.post(
      '/api/admin/flags/:id/undo',
      { config, schema: { params: Id, body: UndoRequest, response: { 200: FlagResponse } } },
      async ({ viewer, params, body, id: requestId }) => ({
        flag: await undoApproval(context, { admin: viewer, requestId }, params.id, body?.notes ?? ''),
      }),
    )

    app.post(
      '/api/admin/flags/bulk',
      { config, schema: { body: BulkActionRequest, response: { 200: BulkActionResponse } } },
      async ({ viewer, body, id: requestId }) => decideFlags(context, { admin: viewer, requestId }, body),
    )

    app.get(
      '/api/admin/stats',
      { config, schema: { querystring: StatsQuery, response: { 200: Stats } } },
      async ({ query }) => readStats(context, query.days),
    )

    app.get(
      '/api/admin/safety-report',
      { config, schema: { querystring: SafetyReportQuery, response: { 200: SafetyReport } } },
      async ({ query }) => readSafetyReport(context, query.year),
    )
  })
}

async function sendPage(context: Context, reply: FastifyReply, viewer: Viewer, query: FlagQuery) {
  const { status, limit } = query
  const sort = query.sort ?? (status === 'open' || status === 'acknowledged' ? 'queue' : 'newest')
  const after = readCursor(query.cursor, 'severity')
  const rows = await listFlags(context.db, { ...query, sort, after, viewerId: viewer.id, now: context.clock.now() })
  const last = rows.at(-1)
  if (last && rows.length === limit) {
    reply.header('x-next-cursor', writeCursor({ value: last.severity, id: last.id }))
  }
  return { flags: rows.map(viewFlag) }
}

async function readFlag({ db }: Context, id: string): Promise<FlagDetails> {
  const flag = await findFlag(db, id)
  if (!flag) throw notFound()
  const [recorded, appealed, reports, history, isTargetDeleted] = await Promise.all([
    readRecord(db, flag),
    findAppealed(db, flag),
    listReportsOn(db, id, shown.reports),
    listHistory(db, flag, shown.history),
    hasDeletedTarget(db, flag),
  ])
  return viewFlagDetails(recorded, { appealed, reports, history, isTargetDeleted })
}

async function readRecord(db: Queryable, flag: NamedFlag): Promise<RecordedFlag> {
  const [evidence, actions] = await Promise.all([listEvidence(db, flag.id), listActionsOn(db, flag.id)])
  return { flag, evidence, actions }
}

/** The decision that an appeal is about, with its evidence: both are judged together. */
async function findAppealed(db: Queryable, { category, previous_flag_id }: NamedFlag): Promise<RecordedFlag | null> {
  if (category !== 'appeal' || previous_flag_id === null) return null
  const decision = await findFlag(db, previous_flag_id)
  return decision ? readRecord(db, decision) : null
}
