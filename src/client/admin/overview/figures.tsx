import { Link } from 'react-router'
import { formatCount } from '#client/lib/format-count.ts'
import { Card } from '#client/ui/card.tsx'
import type { Overview } from '#shared/overview.ts'

interface Figure {
  label: string
  value: number
  note: string
  to?: string
  isBad?: boolean
}

/** People and what they did in the last 24 hours, accounts, subscriptions and flags. */
export function Figures({ overview }: { overview: Overview }) {
  const { activeUsers, newUsers, conversations, accounts, subscriptions, flags } = overview
  const { free, premium, admin } = accounts
  const figures: Figure[] = [
    { label: 'People in 24 hours', value: activeUsers, note: `${formatCount(newUsers)} new`, to: '/admin/users' },
    { label: 'New conversations', value: conversations, note: 'in the last 24 hours' },
    {
      label: 'Accounts',
      value: free + premium + admin,
      note: `${formatCount(premium)} Premium, ${formatCount(admin)} ${admin === 1 ? 'admin' : 'admins'}`,
      to: '/admin/users',
    },
    {
      label: 'Subscriptions',
      value: subscriptions.paid,
      note: describeSubscriptions(subscriptions),
      to: '/admin/users?show=premium',
      isBad: subscriptions.pastDue > 0,
    },
    {
      label: 'Open flags',
      value: flags.undecided,
      note: flags.overdue > 0 ? `${formatCount(flags.overdue)} overdue` : 'none overdue',
      to: '/admin',
      isBad: flags.overdue > 0,
    },
  ]
  return (
    <section aria-labelledby="figures" className="@container">
      <h2 id="figures" className="mb-3 text-xl">
        At a glance
      </h2>
      <ul className="grid @min-[16rem]:grid-cols-2 grid-cols-1 gap-3 lg:grid-cols-5">
        {figures.map((figure) => (
          <FigureCard key={figure.label} figure={figure} />
        ))}
      </ul>
    </section>
  )
}

function describeSubscriptions({ paid, pastDue }: Overview['subscriptions']): string {
  if (pastDue > 0) return `${formatCount(pastDue)} with a failed payment`
  return paid === 0 ? 'nobody pays yet' : 'all paid'
}

function FigureCard({ figure: { label, value, note, to, isBad } }: { figure: Figure }) {
  return (
    <li className="flex last:max-lg:col-span-2">
      <Card className="relative flex-1 px-4 py-3.5 transition-shadow has-[a:hover]:shadow-raised">
        <p className="font-display font-semibold text-3xl tabular-nums leading-tight">{formatCount(value)}</p>
        <p className="mt-0.5 font-[550] text-sm">
          {to ? (
            <Link
              to={to}
              className="rounded-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </p>
        <p className={isBad ? 'text-danger text-xs' : 'text-ink-soft text-xs'}>{note}</p>
      </Card>
    </li>
  )
}
