import { ModelError, type ModelProvider } from './provider.ts'

/** One model or several; the first is asked first. */
export type ModelOrder = readonly [ModelProvider, ...ModelProvider[]]

/** Which models write the replies. Read for each reply, so that a change takes effect with the next one. */
export interface ModelSelector {
  /** The models of an account type. A later one is asked when those before it fail before their first token. */
  select(accountType: 'free' | 'premium' | 'admin'): ModelOrder
  /** Closes open connections. */
  close(): Promise<void>
}

/** The same model for every account. */
export function selectAlways(model: ModelProvider): ModelSelector {
  return { select: () => [model], close: () => model.close() }
}

/**
 * Tries one model after the other until one succeeds. The next one is tried only when a model failed before its first
 * text, and not after a refusal because of the content, a stop by the user or an internal error, which would be the
 * same with each.
 */
export async function tryModels<T>(
  log: { warn(details: object, message: string): void },
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
