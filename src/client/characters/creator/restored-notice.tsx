import { History } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'

/** A notice that the form contains a restored draft. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-sunken py-1.5 pr-1.5 pl-4 text-sm"
    >
      <History aria-hidden size={16} className="text-ink-soft" />
      <span className="mr-auto">Your unsaved changes are back</span>
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}
