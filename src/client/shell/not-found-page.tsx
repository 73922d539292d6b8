import { Link } from 'react-router'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'

export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      <EmptyDoor />
      <p className="mt-6 text-ink-soft text-sm">404</p>
      <h1 className="mt-1 text-4xl">Page not found</h1>
      <p className="mt-3 text-ink-soft text-md">
        This page does not exist or has moved. Check the address, or go back to Home.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass()}>
          Back to Home
        </Link>
        <Link to="/discover" className={buttonClass({ variant: 'outline' })}>
          Discover characters
        </Link>
      </div>
    </div>
  )
}
