import { seededRandom } from '#engine/seeded-random.ts'
import { Results } from './results.ts'

/** The state of one run against one server. */
export interface RunContext {
  readonly url: string
  readonly results: Results
  readonly random: () => number
  /** True from an injected failure until the server is ready again: in that time requests may fail. */
  isFailing: boolean
  /** When the last failure was injected, on the clock of `performance.now()`. */
  failedAt: number
  /** How long after a failure an unfinished reply may keep the status `streaming`, in milliseconds. */
  readonly recoveryWindow: number
}

export function createRunContext(url: string, seed: number, recoveryWindow: number): RunContext {
  return {
    url,
    results: new Results(),
    random: seededRandom(String(seed)),
    isFailing: false,
    failedAt: 0,
    recoveryWindow,
  }
}

export function pickRandom<T>(run: RunContext, items: readonly T[]): T | undefined {
  return items[Math.floor(run.random() * items.length)]
}

/** Eight random hexadecimal digits. */
export function randomHex(run: RunContext): string {
  const fourDigits = () =>
    Math.floor(run.random() * 0x10000)
      .toString(16)
      .padStart(4, '0')
  return fourDigits() + fourDigits()
}
