import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'

/** Says that the content of a section could not be loaded, and why. */
export function SectionError({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-soft">
      We could not load {what}. {errorText(error)}
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
