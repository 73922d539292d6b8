import { errorText, ruleOf } from '#client/lib/http.ts'
import { reviewDialog } from './review.ts'
import { type ToastOptions, toast } from './toast-store.ts'

interface ErrorToastOptions extends Partial<ToastOptions> {
  /** Shown where the server gives no reason. */
  fallback?: string
  /** The rule for which a review can be asked, where the reason is a text. */
  rule?: string
}

/**
 * Says that something failed, and why: the server's reason, or the text that is given in place of an error. What was held
 * back can be reviewed.
 */
export function toastError(reason: unknown, options: ErrorToastOptions = {}): void {
  const { title = 'Error', fallback = 'An unexpected error occurred', rule = ruleOf(reason), ...more } = options
  const description = typeof reason === 'string' ? reason : errorText(reason, fallback)
  const review = rule !== undefined && {
    action: { label: 'Ask for a review', onSelect: () => reviewDialog.open({ rule, explanation: description }) },
  }
  toast({ variant: 'destructive', title, description, ...review, ...more })
}

/** Waits for something, and says why it failed if it does. Resolves with whether it was done. */
export const toastIfFailed = (action: Promise<unknown>, options?: ErrorToastOptions): Promise<boolean> =>
  action.then(
    () => true,
    (error: unknown) => {
      toastError(error, options)
      return false
    },
  )
