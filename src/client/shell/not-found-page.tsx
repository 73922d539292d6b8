import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <EmptyState
      isPage
      drawing={
        <>
          <EmptyDoor />
          <p className="mt-6 text-ink-soft text-sm">404</p>
        </>
      }
      title="Page not found"
      action={
        <>
          <ButtonLink to="/">Back to Home</ButtonLink>
          <ButtonLink to="/discover" variant="outline">
            Discover characters
          </ButtonLink>
        </>
      }
    >
      This page does not exist or has moved. Check the address, or go back to Home.
    </EmptyState>
  )
}
