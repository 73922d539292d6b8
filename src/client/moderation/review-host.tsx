import { useStore } from 'zustand'
import { reviewStore } from '#client/lib/review-store.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'

const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

/** Shows the dialog that asks for a review, whatever page it was opened from. */
export function ReviewHost() {
  const explanation = useStore(reviewStore, (state) => state.explanation)
  if (explanation === null) return null
  return <ReviewDialog explanation={explanation} onClose={() => reviewStore.setState({ explanation: null })} />
}
