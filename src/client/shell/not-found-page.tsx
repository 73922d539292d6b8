import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
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
        <ButtonLink to="/">Back to Home</ButtonLink>
        <ButtonLink to="/discover" variant="outline">
          Discover characters
        </ButtonLink>
      </div>
    </div>
  )
}
