import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import { timeAgo } from '#client/lib/dates.ts'
import { formatBytes } from '#client/lib/format-bytes.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { Overview } from '#shared/overview.ts'
import { AdminCard, FactLine } from '../admin-card.tsx'
import { CostsCard } from './costs.tsx'
import { Figures } from './figures.tsx'
import { InstanceFigures } from './instance-figures.tsx'
import { ModelFigures } from './model-figures.tsx'

export function OverviewPage() {
  const query = useQuery({ ...queryOf('GET /api/admin/overview'), staleTime: 0 })
  const overview = query.data
  return (
    <>
      <PageHeader
        title="Overview"
        text={
          overview
            ? `Troupe ${overview.version}. Last start: ${timeAgo(overview.startedAt)}.`
            : 'How this site is doing.'
        }
      />
      {query.isPending && <PageSkeleton label="Loading the overview" parts={['h-32', 'h-24', 'h-64']} />}
      {query.isError && !overview && <LoadError what="the overview" query={query} />}
      {overview && (
        <div className="flex flex-col gap-8">
          <Attention items={overview.attention} />
          <Figures overview={overview} />
          {overview.costs.connections.length > 0 && <CostsCard costs={overview.costs} />}
          <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <ModelFigures models={overview.models} />
            <Storage overview={overview} />
          </div>
          <InstanceFigures instance={overview.instance} />
          <Changes {...overview} />
        </div>
      )}
    </>
  )
}

type Item = Overview['attention'][number]

/** What needs an operator's attention; each item leads to the page to do so, where there is one. */
function Attention({ items }: { items: Item[] }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 text-xl">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <p className="flex items-center gap-3 rounded-lg border border-line bg-card px-5 py-4 text-ink-soft">
          <CircleCheck aria-hidden size={19} className="shrink-0 text-good" />
          Nothing at the moment.
        </p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {items.map((item) => (
            <li key={item.text}>
              <AttentionItem item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function AttentionItem({ item: { text, isUrgent, to } }: { item: Item }) {
  const Icon = isUrgent ? CircleAlert : Info
  const content = (
    <>
      <Icon aria-hidden size={19} className={isUrgent ? 'shrink-0 text-danger' : 'shrink-0 text-ink-soft'} />
      <p className="min-w-0 flex-1 text-pretty [overflow-wrap:anywhere]">
        {isUrgent && <span className="sr-only">Urgent: </span>}
        {text}
      </p>
    </>
  )
  const layout = 'flex items-center gap-3.5 px-5 py-3.5'
  if (to === null) return <div className={layout}>{content}</div>
  return (
    <Link
      to={to}
      className={`group transition-colors hover:bg-curtain-wash/50 focus-visible:outline-offset-[-3px] ${layout}`}
    >
      {content}
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft group-hover:text-curtain" />
    </Link>
  )
}

/** The sizes of the database and the images, what is left on the disk, and the backups. */
function Storage({ overview: { storage, backups } }: { overview: Overview }) {
  const { dialect, database, pictures, diskFree, diskTotal } = storage
  const used = diskTotal > 0 ? Math.round(((diskTotal - diskFree) / diskTotal) * 100) : 0
  return (
    <AdminCard title="Storage">
      <dl className="mt-3 divide-y divide-line text-sm">
        <FactLine name={`Database (${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'})`}>
          {formatBytes(database)}
        </FactLine>
        <FactLine name="Pictures">{formatBytes(pictures)}</FactLine>
        <FactLine name="Backups">{describeBackups(backups)}</FactLine>
        <FactLine name="Left on the disk">{`${formatBytes(diskFree)} of ${formatBytes(diskTotal)}`}</FactLine>
      </dl>
      <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${used >= 95 ? 'bg-danger' : 'bg-ink-soft'}`}
          style={{ width: `${used}%` }}
        />
      </div>
    </AdminCard>
  )
}

function describeBackups({ count, bytes, newestAt, isNightly }: Overview['backups']): string {
  if (newestAt === null) return isNightly ? 'none yet, the first comes tonight' : 'none in the data folder'
  return `${formatCount(count)}, ${formatBytes(bytes)}, the newest ${timeAgo(newestAt)}`
}

function Changes({ version, changes }: Pick<Overview, 'version' | 'changes'>) {
  return (
    <AdminCard title={`What changed in ${version}`}>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-pretty text-ink-soft text-sm">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </AdminCard>
  )
}
