import { useRouteError } from 'react-router'
import { unreachableText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** How browsers say that the code of a page could not be loaded. */
const notLoaded = /dynamically imported module|importing a module script failed/i

export function ErrorPage() {
  const error = useRouteError()
  console.error(error)
  const isNotLoaded = error instanceof TypeError && notLoaded.test(error.message)
  return (
    <EmptyState
      drawing={<EmptyDoor />}
      title={isNotLoaded ? 'This page could not be loaded' : 'Something went wrong'}
      action={
        <>
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <a href="/" className={buttonClass({ variant: 'outline' })}>
            Back to Home
          </a>
        </>
      }
    >
      {isNotLoaded ? unreachableText : 'An unexpected error occurred on this screen. Nothing you saved was lost.'}
    </EmptyState>
  )
}
