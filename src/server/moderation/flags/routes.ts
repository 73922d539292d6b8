import type { FastifyReply } from 'fastify'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { readCursor, setNextCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { type FlagDetails, type FlagQuery, flagApi } from '#shared/flags.ts'
import { statisticsApi } from '#shared/moderation-stats.ts'
import { readSafetyReport, readStats } from '../stats/read-stats.ts'
import { moderatorOf } from './change-flag.ts'
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

const shown = { reports: 50, history: 20 }

/** The flags of the moderation dashboard. */
export function flagRoutes(context: Context) {
  type Query = Omit<FlagQuery, 'status'>
  const listOf =
    (status: FlagQuery['status']) =>
    ({ viewer, query }: { viewer: Viewer; query: Query }, reply: FastifyReply) =>
      sendPage(context, reply, viewer, { ...query, status })
  return handleRoutes(flagApi, () => ({
    'GET /api/admin/flags': ({ viewer, query }, reply) => sendPage(context, reply, viewer, query),
    'GET /api/admin/flags/open': listOf('open'),
    'GET /api/admin/flags/acknowledged': listOf('acknowledged'),
    'GET /api/admin/flags/resolved': listOf('resolved'),
    'GET /api/admin/flags/dismissed': listOf('dismissed'),
    'GET /api/admin/flags/count': async () => ({ open: await countOpenFlags(context.db) }),
    'GET /api/admin/flags/:id': ({ viewer, params }) => readFlag(context, viewer, params.id),
    'POST /api/admin/flags/:id/action': (request) =>
      decideFlag(context, moderatorOf(request), request.params.id, request.body),
    'POST /api/admin/flags/:id/claim': async ({ viewer, params }) => ({
      flag: await claimFlag(context, viewer, params.id),
    }),
    'DELETE /api/admin/flags/:id/claim': async ({ viewer, params }) => ({
      flag: await unclaimFlag(context, viewer, params.id),
    }),
    'POST /api/admin/flags/:id/undo': async (request) => ({
      flag: await undoApproval(context, moderatorOf(request), request.params.id, request.body?.notes ?? ''),
    }),
    'POST /api/admin/flags/bulk': (request) => decideFlags(context, moderatorOf(request), request.body),
  }))
}

export function statisticsRoutes(context: Context) {
  return handleRoutes(statisticsApi, () => ({
    'GET /api/admin/stats': ({ query }) => readStats(context, query.days),
    'GET /api/admin/safety-report': ({ query }) => readSafetyReport(context, query.year),
  }))
}

async function sendPage(context: Context, reply: FastifyReply, viewer: Viewer, query: FlagQuery) {
  const { status, limit } = query
  const sort = query.sort ?? (status === 'open' || status === 'acknowledged' ? 'queue' : 'newest')
  const after = readCursor(query.cursor, 'severity')
  const rows = await listFlags(context.db, { ...query, sort, after, viewerId: viewer.id, now: context.clock.now() })
  setNextCursor(reply, rows, limit, ({ severity, id }) => ({ value: severity, id }))
  return { flags: rows.map(viewFlag) }
}

async function readFlag({ db }: Context, viewer: Viewer, id: string): Promise<FlagDetails> {
  const flag = orNotFound(await findFlag(db, id))
  const [recorded, appealed, reports, history, isTargetDeleted] = await Promise.all([
    readRecord(db, flag),
    findAppealed(db, flag),
    // Who is reported does not learn who reported them.
    flag.subject_id === viewer.id ? [] : listReportsOn(db, id, shown.reports),
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
