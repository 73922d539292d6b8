import { orNotFound } from '#server/http/api-error.ts'
import type { ModelConnection, ModelConnections } from '#shared/models.ts'
import { listConnections } from '../connections/queries.ts'
import { hourOf } from './connection-usage.ts'
import type { ModelDeps } from './model-deps.ts'
import { type HourRow, listHours } from './queries.ts'
import { viewConnection, viewFixedModel, viewServices } from './view.ts'

/** All connections in the order in which they are asked, with what they did in the last 24 hours. */
export async function listModels(deps: ModelDeps): Promise<ModelConnections> {
  return { connections: await readAll(deps), services: viewServices() }
}

export async function getConnection(deps: ModelDeps, id: string): Promise<ModelConnection> {
  return orNotFound((await readAll(deps)).find((entry) => entry.id === id))
}

async function readAll({ context, models }: ModelDeps): Promise<ModelConnection[]> {
  const { db, clock } = context
  // With a full disk, the page shows the figures without the last seconds.
  await models.usage.save().catch((error: unknown) => context.log.warn({ err: error }, 'saving the figures failed'))
  const [rows, hours] = [await listConnections(db, 'model_connections'), await listHours(db, hourOf(clock.now()) - 23)]
  const byId = Map.groupBy(hours, (hour) => hour.connection_id)
  const hoursOf = (id: string): HourRow[] => byId.get(id) ?? []
  const connected = rows.map((row) =>
    viewConnection(row, hoursOf(row.id), {
      countedPrices: models.findPrices(row.id),
      isKeyUnreadable: models.isKeyUnreadable(row.id),
      local: models.findLocal(row.id),
    }),
  )
  const { chosen } = models
  if (chosen.source === 'built-in') return connected
  const { source } = chosen
  const fixed = viewFixedModel({ ...chosen, source }, hoursOf(source), models.findPrices(source))
  return chosen.source === 'environment' ? [fixed, ...connected] : [...connected, fixed]
}
