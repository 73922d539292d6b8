import { useRouteError } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** The router's error boundary. The error is logged to the console. */
export function ErrorPage() {
  const error = useRouteError()
  console.error(error)
  return (
    <EmptyState
      drawing={<EmptyDoor />}
      title="Something went wrong"
      action={
        <>
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <a href="/" className={buttonClass({ variant: 'outline' })}>
            Back to Home
          </a>
        </>
      }
    >
      An unexpected error occurred on this screen. Nothing you saved was lost.
    </EmptyState>
  )
}
