import { createRoutes } from '#server/http/create-routes.ts'
import { Budget, BudgetState } from '#shared/models.ts'
import { Overview } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'
import { readOverview } from './read-overview.ts'

/** Admin → Overview. */
export function overviewRoutes(deps: OverviewDeps) {
  return createRoutes((app) => {
    app.get('/api/admin/overview', { config: { access: 'admin' }, schema: { response: { 200: Overview } } }, () =>
      readOverview(deps),
    )

    app.get(
      '/api/admin/budget',
      { config: { access: 'admin' }, schema: { response: { 200: BudgetState } } },
      async () => deps.models.budget.state,
    )

    app.put(
      '/api/admin/budget',
      { config: { access: 'admin' }, schema: { body: Budget, response: { 200: Overview } } },
      async (request) => {
        const { context, models } = deps
        await models.budget.change(context, { admin: request.viewer, requestId: request.id }, request.body)
        // The other instances read it at once over Redis, without it within ten seconds.
        await models.applyChange()
        return readOverview(deps)
      },
    )
  })
}
