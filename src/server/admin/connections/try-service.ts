import { ModelError } from '#server/providers/models/provider.ts'
import type { TestResult } from '#shared/models.ts'
import { serviceMessage } from './describe-failure.ts'

interface Attempt {
  run: (signal: AbortSignal) => Promise<void>
  /** In milliseconds. */
  timeout: number
  /** What is said after that time. */
  late: string
  explain: (error: ModelError) => string
}

export const failed = (message: string): TestResult => ({ ok: false, message, detail: null })

/** Runs an attempt with a service, and describes its failure in plain words; null if there was none. */
export async function tryService(
  provider: { close(): Promise<void> },
  { run, timeout, late, explain }: Attempt,
): Promise<TestResult | null> {
  const signal = AbortSignal.timeout(timeout)
  try {
    await run(signal)
    return null
  } catch (error) {
    if (signal.aborted) return failed(late)
    if (!(error instanceof ModelError)) throw error
    return { ...failed(explain(error)), detail: serviceMessage(error) }
  } finally {
    await provider.close()
  }
}
