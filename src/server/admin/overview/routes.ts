import { createRoutes } from '#server/http/create-routes.ts'
import { Overview } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'
import { readOverview } from './read-overview.ts'

/** Admin → Overview. */
export function overviewRoutes(deps: OverviewDeps) {
  return createRoutes((app) => {
    app.get('/api/admin/overview', { config: { access: 'admin' }, schema: { response: { 200: Overview } } }, () =>
      readOverview(deps),
    )
  })
}
