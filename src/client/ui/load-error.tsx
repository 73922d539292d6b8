import { errorText } from '#client/lib/http.ts'
import { Button } from './button.tsx'
import { EmptyDoor } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  what: string
  query: { error: Error | null; refetch: () => unknown }
  /** In a section or a dialog, where there is less room. */
  isShort?: boolean
}

/** Says that something could not be loaded, and why. Nothing is shown without an error. */
export function LoadError({ what, query: { error, refetch }, isShort = false }: LoadErrorProps) {
  if (error === null) return null
  const onRetry = () => void refetch()
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
