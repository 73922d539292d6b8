import type { Context } from '#server/core/context.ts'
import type { ModelOrder } from '#server/providers/models/model-selector.ts'
import { ModelError, type ModelProvider } from '#server/providers/models/provider.ts'

/**
 * Asks one model after the other until one succeeds. The next one is asked only when a model failed before it said
 * anything: a refusal because of the content, a stop by the user and an error of ours would be the same with each.
 */
export async function tryModels<T>(
  log: Context['log'],
  models: ModelOrder,
  attempt: (model: ModelProvider) => Promise<T>,
  hasSpoken: () => boolean,
): Promise<T> {
  const [model, ...others] = models
  const [next] = others
  try {
    return await attempt(model)
  } catch (error) {
    const isFailure = error instanceof ModelError && error.errorType !== 'content_refused'
    if (next === undefined || !isFailure || hasSpoken()) throw error
    const names = { failed: `${model.label}, ${model.model}`, next: `${next.label}, ${next.model}` }
    log.warn({ err: error, cause: error.cause, ...names }, 'a model failed before its first token; the next is asked')
    return tryModels(log, [next, ...others.slice(1)], attempt, hasSpoken)
  }
}
