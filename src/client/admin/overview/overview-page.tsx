import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { AdminOnly } from '../admin-only.tsx'
import { Attention } from './attention.tsx'
import { CostsCard } from './costs.tsx'
import { Figures } from './figures.tsx'
import { ModelFigures } from './model-figures.tsx'
import { Storage } from './storage.tsx'

/** Admin → Overview. */
export function OverviewPage() {
  return (
    <AdminOnly>
      <OverviewContent />
    </AdminOnly>
  )
}

function OverviewContent() {
  useTitle('Overview')
  const query = useQuery({ ...queryOf('GET /api/admin/overview'), staleTime: 0 })
  // Read once, so that the text does not change while the page is open.
  const [now] = useState(() => Date.now())
  const overview = query.data
  return (
    <>
      <PageHeader
        title="Overview"
        text={
          overview
            ? `Troupe ${overview.version}, started ${timeAgo(overview.startedAt, now)}.`
            : 'How this site is doing.'
        }
      />
      {query.isPending && <PageSkeleton />}
      {query.isError && !overview && (
        <LoadError what="the overview" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {overview && (
        <div className="flex flex-col gap-8">
          <Attention items={overview.attention} />
          <Figures overview={overview} />
          {overview.costs.connections.length > 0 && <CostsCard costs={overview.costs} />}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <ModelFigures models={overview.models} />
            <Storage storage={overview.storage} />
          </div>
        </div>
      )}
    </>
  )
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading the overview" className="flex flex-col gap-8">
      <CardSkeleton className="h-32" />
      <CardSkeleton className="h-24" />
      <CardSkeleton className="h-64" />
    </div>
  )
}
