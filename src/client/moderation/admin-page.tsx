import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
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

function AccessDenied() {
  useTitle('Admin')
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      <EmptyDoor />
      <h1 className="mt-6 text-4xl">Access Denied</h1>
      <p className="mt-3 text-ink-soft text-md">Admin access required</p>
      <Link to="/" className={buttonClass({ className: 'mt-7' })}>
        Back to Home
      </Link>
    </div>
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
