import { describeConnection, type ModelConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import { hourOf } from '../models/connection-usage.ts'
import { firstHourOfMonth } from '../models/monthly-budget.ts'
import { listDailyCosts } from '../models/queries.ts'
import type { OverviewDeps } from './overview-deps.ts'

type Costs = Overview['costs']
type Amounts = Costs['connections'][number]['month']

/** How many days are listed, today included. */
const listedDays = 14
const day = 86_400_000

/** What each connection has cost on the last days and in this month, by the plan of the accounts. Days are UTC. */
export async function readCosts(deps: OverviewDeps, connections: ModelConnection[]): Promise<Costs> {
  const { context, models } = deps
  const now = context.clock.now()
  await models.budget.check()
  const today = Math.floor(now / day)
  const monthHour = firstHourOfMonth(now)
  const rows = await listDailyCosts(context.db, Math.min(monthHour, hourOf((today - listedDays + 1) * day)))
  const amountsOf = (id: string, isIncluded: (day: number) => boolean): Amounts => {
    const included = rows.filter((row) => row.connection_id === id && isIncluded(row.day))
    const sum = (plan: keyof Amounts) => included.reduce((total, row) => total + Number(row[plan]), 0)
    return { free: sum('free'), premium: sum('premium') }
  }
  const days = Array.from({ length: listedDays }, (_, index) => today - index)
  const viewCosts = (id: string) => ({
    id,
    month: amountsOf(id, (at) => at >= monthHour / 24),
    days: days.map((listed) => amountsOf(id, (at) => at === listed)),
  })
  const known = connections.map((connection) => ({
    ...viewCosts(connection.id),
    name: connection.name,
    description: describeConnection(connection),
    isCounted: connection.countedPrices !== null,
  }))
  const deleted = [...new Set(rows.map((row) => row.connection_id))]
    .filter((id) => connections.every((connection) => connection.id !== id))
    .map((id) => ({ ...viewCosts(id), name: 'A deleted connection', description: '', isCounted: true }))
    .filter(({ month, days: costs }) => [month, ...costs].some(({ free, premium }) => free + premium > 0))
  return { ...models.budget.state, days: days.map((at) => at * day), connections: [...known, ...deleted] }
}
