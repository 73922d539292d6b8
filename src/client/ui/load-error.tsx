import { errorText } from '#client/lib/http.ts'
import { Button } from './button.tsx'
import { EmptyDoor } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  what: string
  error: Error
  onRetry: () => void
  /** In a section or a dialog, where there is less room. */
  isShort?: boolean
}

/** Says that something could not be loaded, and why. */
export function LoadError({ what, error, onRetry, isShort = false }: LoadErrorProps) {
  if (isShort) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-soft">
        We could not load {what}. {errorText(error)}
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )
  }
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
