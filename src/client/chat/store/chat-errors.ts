import { HttpError } from '#client/lib/http.ts'
import {
  type ChatErrorType,
  chatErrorFallback,
  chatErrorGeneric,
  chatErrorMessages,
  errorCatalogue,
} from '#shared/errors.ts'

/** The text for an error event of a reply stream; the server's own text first. */
export function replyErrorText(error: { userMessage?: string; errorType?: ChatErrorType | null }): string {
  if (error.userMessage) return error.userMessage
  return (error.errorType && chatErrorMessages[error.errorType]) || chatErrorFallback
}

export function isOverDailyLimit(error: unknown): boolean {
  return error instanceof HttpError && error.body?.messagesLeft === 0
}

/** The text for a turn that did not begin: the server refused it, or did not answer. */
export function turnErrorText(error: unknown): string {
  if (!(error instanceof HttpError)) return chatErrorGeneric
  const { body } = error
  if (!body || body.userMessage || body.errorType) return replyErrorText(body ?? {})
  // A refusal from the catalogue says what the user can do ("This needs a Premium account."), and so does a 503.
  const isExplained = error.status < 500 || error.status === 503
  return isExplained && body.code in errorCatalogue ? body.error : chatErrorFallback
}
