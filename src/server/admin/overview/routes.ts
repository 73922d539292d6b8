import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { overviewApi } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'
import { readOverview } from './read-overview.ts'

/** Admin → Overview. */
export function overviewRoutes(deps: OverviewDeps) {
  const { context, models } = deps
  return handleRoutes(overviewApi, () => ({
    'GET /api/admin/overview': () => readOverview(deps),
    'GET /api/admin/budget': () => models.budget.state,
    'PUT /api/admin/budget': async (request) => {
      await models.budget.change(context, moderatorOf(request), request.body)
      // The other instances read it within ten seconds.
      await models.budget.check()
      return readOverview(deps)
    },
  }))
}
