import { createStore } from 'zustand'
import { reviewableRule } from '#shared/safety-terms.ts'

/** The explanation of what was held back and is to be reviewed; null while the dialog is closed. */
export const reviewStore = createStore<{ explanation: string | null }>(() => ({ explanation: null }))

/** Opens the dialog that asks moderators to review something that was held back. */
export const askForReview = (explanation: string): void => reviewStore.setState({ explanation })

/** The button of a toast that explains an error: for a review, if the error is something that was held back. */
export function reviewAction(explanation: string) {
  if (reviewableRule(explanation) === null) return {}
  return { action: { label: 'Ask for a review', onSelect: () => askForReview(explanation) } }
}
