import { lazy, Suspense } from 'react'
import { AccessDenied } from '#client/accounts/access-denied.tsx'
import { useUser } from '#client/accounts/session.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { entitlements } from '#shared/entitlements.ts'

// Not in the chunk of the page, which everybody else gets as well.
const Dashboard = lazy(async () => ({ default: (await import('./dashboard.tsx')).Dashboard }))

export function AdminPage() {
  const { accountType } = useUser()
  if (!entitlements[accountType].moderationDashboard) return <AccessDenied />
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <Dashboard />
    </Suspense>
  )
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading the dashboard">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="mt-6 h-13 w-full rounded-lg" />
      <Skeleton className="mt-5 h-80 w-full rounded-lg" />
    </div>
  )
}
