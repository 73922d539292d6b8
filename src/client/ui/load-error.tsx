import { loadErrorText } from '#client/lib/http.ts'
import { Button } from './button.tsx'
import { EmptyDoor } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  what: string
  error: Error
  onRetry: () => void
}

/** Says that something could not be loaded, and why. */
export function LoadError({ what, error, onRetry }: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<EmptyDoor />}
        title={`We could not load ${what}`}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {loadErrorText(error)}
      </EmptyState>
    </div>
  )
}
