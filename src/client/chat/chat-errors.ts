import { HttpError } from '#client/lib/http.ts'
import {
  type ChatErrorType,
  chatErrorFallback,
  chatErrorGeneric,
  chatErrorMessages,
  errorCatalogue,
} from '#shared/errors.ts'

/** The words for a fault that came as an event of the stream (spec §8): the server's own first. */
export function wordsForFault(fault: { userMessage?: string; errorType?: ChatErrorType | null }): string {
  if (fault.userMessage) return fault.userMessage
  return (fault.errorType && chatErrorMessages[fault.errorType]) || chatErrorFallback
}

/** The words for a turn that could not begin: a refusal from the server, or no server at all. */
export function wordsForError(error: unknown): string {
  if (!(error instanceof HttpError)) return chatErrorGeneric
  const { body } = error
  if (!body || body.userMessage || body.errorType) return wordsForFault(body ?? {})
  // A refusal from the catalogue says what the player can do about it ("This needs a Premium account.").
  return error.status < 500 && body.code in errorCatalogue ? body.error : chatErrorFallback
}
