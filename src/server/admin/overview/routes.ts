import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Overview } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'
import { readOverview } from './read-overview.ts'

/** Admin → Overview. */
export function overviewRoutes(deps: OverviewDeps) {
  return async (instance: FastifyInstance): Promise<void> => {
    instance
      .withTypeProvider<ZodTypeProvider>()
      .get('/api/admin/overview', { config: { access: 'admin' }, schema: { response: { 200: Overview } } }, () =>
        readOverview(deps),
      )
  }
}
