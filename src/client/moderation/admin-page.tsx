import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor, EmptyStage } from '#client/ui/drawings.tsx'
import { entitlements } from '#shared/entitlements.ts'

export function AdminPage() {
  useTitle('Admin')
  const { accountType } = useUser()
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      {entitlements[accountType].moderationDashboard ? <ModerationUnavailable /> : <AccessDenied />}
      <Link to="/" className={buttonClass({ className: 'mt-7' })}>
        Back to Home
      </Link>
    </div>
  )
}

function AccessDenied() {
  return (
    <>
      <EmptyDoor />
      <h1 className="mt-6 text-4xl">Access Denied</h1>
      <p className="mt-3 text-ink-soft text-md">Admin access required</p>
    </>
  )
}

function ModerationUnavailable() {
  return (
    <>
      <EmptyStage />
      <h1 className="mt-6 text-4xl">Admin</h1>
      <p className="mt-3 text-ink-soft text-md">
        The moderation dashboard is not available in this version. When it is, you will find it here.
      </p>
    </>
  )
}
