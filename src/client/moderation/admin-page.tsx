import { AccessDenied } from '#client/accounts/access-denied.tsx'
import { useUser } from '#client/accounts/session.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton, Skeleton } from '#client/ui/skeleton.tsx'
import { canModerate } from '#shared/entitlements.ts'

// Not in the chunk of the page, which everybody else gets as well.
const Dashboard = lazyPart(async () => (await import('./dashboard.tsx')).Dashboard, {
  placeholder: () => <DashboardSkeleton />,
  failed: (error, retry) => <LoadError what="the dashboard" error={error} onRetry={retry} />,
})

export function AdminPage() {
  if (!canModerate(useUser())) return <AccessDenied />
  return <Dashboard />
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading the dashboard">
      <Skeleton className="h-10 w-56" />
      <CardSkeleton className="mt-6 h-13" />
      <CardSkeleton className="mt-5 h-80" />
    </div>
  )
}
