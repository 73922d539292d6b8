import { loadErrorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Says why characters could not be loaded. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<EmptyDoor />}
        title="We could not load the characters"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {loadErrorText(error)}
      </EmptyState>
    </div>
  )
}
