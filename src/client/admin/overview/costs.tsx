import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Overview } from '#shared/overview.ts'
import { AdminCard } from '../admin-card.tsx'
import { FigureTable, ModelCell } from './figure-table.tsx'

const budgetDialog = lazyDialog(async () => (await import('./budget-dialog.tsx')).BudgetDialog)

type Costs = Overview['costs']
type Connection = Costs['connections'][number]

const month = 'month'
/** Days are UTC. */
const nameDay = (day: number, index: number) => {
  if (index < 2) return index === 0 ? 'Today' : 'Yesterday'
  return new Date(day).toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** What the models cost, by connection and plan, in this month or on one of the last days; and the budget. */
export function CostsCard({ costs }: { costs: Costs }) {
  const [period, setPeriod] = useState(month)
  const amountsOf = (connection: Connection) =>
    period === month ? connection.month : (connection.days[Number(period)] ?? connection.month)
  const total = (pick: (amounts: Connection['month']) => number) =>
    costs.connections.reduce((sum, connection) => sum + pick(amountsOf(connection)), 0)
  return (
    <AdminCard
      title="Costs"
      aside={
        <Select
          aria-label="Period"
          className="max-sm:w-full sm:w-44"
          value={period}
          onChange={(event) => setPeriod(event.target.value)}
          options={[[month, 'This month'], ...costs.days.map((day, index) => [index, nameDay(day, index)] as const)]}
        />
      }
    >
      <BudgetState costs={costs} />
      <FigureTable
        label="Costs by model and plan"
        columns={columns}
        foot={
          costs.connections.length > 1 && (
            <tfoot className="border-line-strong border-t font-semibold">
              <tr>
                <th scope="row" className="py-2.5 font-semibold">
                  Together
                </th>
                <Amounts free={total(({ free }) => free)} premium={total(({ premium }) => premium)} />
              </tr>
            </tfoot>
          )
        }
      >
        {costs.connections.map((connection) => (
          <Row key={connection.id} connection={connection} amounts={amountsOf(connection)} />
        ))}
      </FigureTable>
      <p className="mt-3 text-ink-soft text-xs">
        In US dollars, by the prices under{' '}
        <Link to="/admin/models" className="underline underline-offset-2 hover:text-ink">
          Models
        </Link>
        ; days and months are UTC. Admins count as Premium. A stopped reply is estimated; pictures are not counted.
      </p>
    </AdminCard>
  )
}

function Row({ connection, amounts: { free, premium } }: { connection: Connection; amounts: Connection['month'] }) {
  const { name, description, isCounted } = connection
  return (
    <tr>
      <ModelCell name={name} description={description} badge={!isCounted && <Badge>No price</Badge>} />
      <Amounts free={free} premium={premium} isKnown={isCounted || free + premium > 0} />
    </tr>
  )
}

const cell = 'py-2.5 pl-3 text-right align-top tabular-nums'
/** Where there is no room for three columns, the last one has the parts of the total. */
const wideCell = `@max-[26rem]:hidden ${cell}`
const columns = [
  ['Model'],
  ['Free', '@max-[26rem]:hidden pl-3 text-right'],
  ['Premium', '@max-[26rem]:hidden pl-3 text-right'],
  ['Total', 'pl-3 text-right'],
] as const

function Amounts({ free, premium, isKnown = true }: Connection['month'] & { isKnown?: boolean }) {
  const show = (amount: number) => (isKnown ? formatDollars(amount) : '–')
  return (
    <>
      <td className={wideCell}>{show(free)}</td>
      <td className={wideCell}>{show(premium)}</td>
      <td className={cell}>
        {show(free + premium)}
        {isKnown && (
          <span className="mt-0.5 block @min-[26rem]:hidden whitespace-nowrap font-normal text-ink-soft text-xs">
            Free {formatDollars(free)}
            <br />
            Premium {formatDollars(premium)}
          </span>
        )}
      </td>
    </>
  )
}

function BudgetState({ costs: { budget, spent } }: { costs: Costs }) {
  const { dollars, stops } = budget
  const share = dollars === null ? 0 : Math.min(spent / dollars, 1)
  return (
    <div className="mt-4 rounded-md bg-sunken px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <p className="text-sm">
          <strong className="font-semibold tabular-nums">{formatDollars(spent)}</strong>
          {dollars === null ? ' this month. There is no budget.' : ` of ${formatDollars(dollars)} this month. `}
          {dollars !== null && (
            <span className="text-ink-soft">
              {stops ? 'At the budget, models with a price stop.' : 'At the budget, you are warned and replies go on.'}
            </span>
          )}
        </p>
        <Button variant="outline" onClick={() => budgetDialog.open({ budget })}>
          {dollars === null ? 'Set a budget' : 'Change the budget'}
        </Button>
      </div>
      {dollars !== null && (
        <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-line">
          <div
            className={`h-full rounded-full ${share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-gilt' : 'bg-good'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}

/** $1,204.50; an amount that would be rounded to nothing is "<$0.01". */
function formatDollars(amount: number): string {
  if (amount > 0 && amount < 0.005) return '<$0.01'
  return amount.toLocaleString('en', { style: 'currency', currency: 'USD' })
}
