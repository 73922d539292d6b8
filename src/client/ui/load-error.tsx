import { errorText } from '#client/lib/http.ts'
import { Button } from './button.tsx'
import { EmptyDoor } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'
import { ProblemText } from './problem-text.tsx'

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
        {errorText(error)}
      </EmptyState>
    </div>
  )
}

/** The same in a dialog, where there is less room. */
export function LoadProblem({ error, onRetry }: Omit<LoadErrorProps, 'what'>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <ProblemText className="min-w-0 flex-1 basis-48">{errorText(error)}</ProblemText>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
