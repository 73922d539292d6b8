import { Button } from '#client/ui/button.tsx'

/** Shown if the content of a section failed to load. */
export function SectionError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-soft">
      We could not load {what}.
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
