import { isBlank } from '#engine/is-blank.ts'
import type { Context } from '#server/core/context.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { ModelError, type ModelProvider } from '#server/providers/models/provider.ts'
import { budgetSpentMessage, chatErrorGeneric, chatErrorMessages, errorCatalogue } from '#shared/errors.ts'
import type { LiveReply, Outcome } from './live-reply.ts'

const storageFailed = 'The server cannot use its storage at the moment. Please try again in a few seconds.'

/** The outcome of a reply that an error, a stop or a shutdown has ended. */
export function outcomeOfError(context: Context, { model }: ModelProvider, reply: LiveReply, error: unknown): Outcome {
  const status = isBlank(reply.text) ? 'failed' : 'interrupted'
  const common = { finish: null, usage: null, model }
  const { aborted, reason } = reply.abortController.signal
  if (aborted && reason === 'stopped') return { ...common, status: 'interrupted', error: null }
  if (aborted) {
    const userMessage =
      reason === 'lost'
        ? 'The message could not be stored. Send it again.'
        : 'The server restarted while this reply was being written.'
    return { ...common, status, error: { errorType: null, userMessage, httpStatus: 503 } }
  }
  if (error instanceof ModelError) {
    const { errorType } = error
    context.log.warn(
      { err: error, cause: error.cause, reply: reply.id, errorType },
      'the model failed to generate a reply',
    )
    return { ...common, status, error: explainModelError(error) }
  }
  context.log.error({ err: error, reply: reply.id }, 'unexpected error while generating a reply')
  if (classifyDatabaseError(error)) {
    return { ...common, status, error: { errorType: null, userMessage: storageFailed, httpStatus: 503 } }
  }
  return { ...common, status, error: { errorType: null, userMessage: chatErrorGeneric, httpStatus: 500 } }
}

/** What users are told of a failure of a model. */
export function explainModelError({ errorType, reason }: ModelError) {
  const httpStatus = reason === 'timeout' ? 504 : errorCatalogue[errorType].status
  const userMessage = reason === 'budget' ? budgetSpentMessage : chatErrorMessages[errorType]
  return { errorType, userMessage, httpStatus }
}
