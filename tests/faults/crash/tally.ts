/** The ways a promise can be broken. */
export const breaches = [
  'lost',
  'false complete',
  'half-written',
  'duplicate',
  'stale partial',
  'stuck',
  'refused',
] as const
export type Breach = (typeof breaches)[number]

/** What a run found. */
export class Tally {
  rounds = 0
  acknowledged = 0
  /** Under way when the server died: may be there or not, but whole. */
  inDoubt = 0
  /** Replies that a crash broke off. */
  interrupted = 0
  /** Milliseconds from the restart to `/readyz` 200. */
  slowestReady = 0
  /** Milliseconds from the crash until the last broken-off reply was marked as such. */
  slowestFreed = 0
  seconds = 0
  readonly broken: Record<Breach, string[]> = {
    lost: [],
    'false complete': [],
    'half-written': [],
    duplicate: [],
    'stale partial': [],
    stuck: [],
    refused: [],
  }

  breach(kind: Breach, sentence: string): void {
    this.broken[kind].push(sentence)
  }

  /** Reports unless it holds. */
  expect(holds: boolean, kind: Breach, sentence: string): void {
    if (!holds) this.breach(kind, sentence)
  }

  get breaches(): number {
    return breaches.reduce((sum, kind) => sum + this.broken[kind].length, 0)
  }
}
