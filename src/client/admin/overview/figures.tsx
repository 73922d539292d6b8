import { Link } from 'react-router'
import { formatCount } from '#client/lib/format-count.ts'
import { Card } from '#client/ui/card.tsx'
import type { Overview } from '#shared/overview.ts'

interface Figure {
  label: string
  value: number
  note: string
  /** Of each of the last seven days, today last. */
  week: readonly number[]
  /** What the days count. */
  counted: string
  to?: string
  isBad?: boolean
}

export function Figures({ overview }: { overview: Overview }) {
  const { activeUsers, newUsers, conversations, accounts, subscriptions, flags, week } = overview
  const { free, premium, admin } = accounts
  const figures: Figure[] = [
    {
      label: 'People in 24 hours',
      value: activeUsers,
      note: `${formatCount(newUsers)} new`,
      week: week.people,
      counted: 'People who began a conversation',
      to: '/admin/users',
    },
    {
      label: 'New conversations',
      value: conversations,
      note: 'in the last 24 hours',
      week: week.conversations,
      counted: 'Conversations that began',
    },
    {
      label: 'Accounts',
      value: free + premium + admin,
      note: `${formatCount(premium)} Premium, ${formatCount(admin)} ${admin === 1 ? 'admin' : 'admins'}`,
      week: week.accounts,
      counted: 'Accounts created',
      to: '/admin/users',
    },
    {
      label: 'Subscriptions',
      value: subscriptions.paid,
      note: describeSubscriptions(subscriptions),
      week: week.subscriptions,
      counted: 'Subscriptions that began',
      to: '/admin/users?show=premium',
      isBad: subscriptions.pastDue > 0,
    },
    {
      label: 'Undecided flags',
      value: flags.undecided,
      note: flags.overdue > 0 ? `${formatCount(flags.overdue)} overdue` : 'none overdue',
      week: week.flags,
      counted: 'Flags raised',
      to: '/admin',
      isBad: flags.overdue > 0,
    },
  ]
  return (
    <section aria-labelledby="figures" className="@container">
      <h2 id="figures" className="mb-3 text-xl">
        At a glance
      </h2>
      <ul className="grid @min-[16rem]:grid-cols-2 @min-[42rem]:grid-cols-5 grid-cols-1 gap-3">
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

function FigureCard({ figure: { label, value, note, week, counted, to, isBad } }: { figure: Figure }) {
  return (
    <li className="flex @min-[16rem]:@max-[42rem]:last:col-span-2">
      <Card className="relative flex flex-1 flex-col px-4 py-3.5 transition-shadow has-[a:hover]:shadow-raised">
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
        <WeekLine counted={counted} week={week} />
      </Card>
    </li>
  )
}

function WeekLine({ counted, week }: { counted: string; week: readonly number[] }) {
  const highest = Math.max(1, ...week)
  const points = week.map((value, index) => `${index * 10},${20 - (value / highest) * 18}`)
  const label = `${counted} on each of the last 7 days: ${week.map(formatCount).join(', ')}`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 60 21"
      preserveAspectRatio="none"
      className="relative mt-auto h-8 w-full overflow-visible pt-2.5 text-ink-soft"
    >
      <title>{label}</title>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
