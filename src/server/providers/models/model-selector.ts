import type { ModelProvider } from './provider.ts'

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
