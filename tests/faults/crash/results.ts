/** The kinds of broken guarantees. */
export const violationKinds = [
  'lost',
  'false complete',
  'partial write',
  'duplicate',
  'stale partial reply',
  'stuck',
  'unexpected error',
] as const
export type ViolationKind = (typeof violationKinds)[number]

/** What a run has found. */
export class Results {
  rounds = 0
  acknowledged = 0
  /** Requests without an answer because the server died: their effect may exist or not, but only as a whole. */
  unconfirmed = 0
  /** Replies with the status `interrupted` after a failure. */
  interrupted = 0
  /** The longest time from a restart until `/readyz` answers 200, in milliseconds. */
  slowestReady = 0
  seconds = 0
  readonly violations: Record<ViolationKind, string[]> = {
    lost: [],
    'false complete': [],
    'partial write': [],
    duplicate: [],
    'stale partial reply': [],
    stuck: [],
    'unexpected error': [],
  }

  addViolation(kind: ViolationKind, message: string): void {
    this.violations[kind].push(message)
  }

  /** Records a violation unless the condition holds. */
  check(condition: boolean, kind: ViolationKind, message: string): void {
    if (!condition) this.addViolation(kind, message)
  }

  get violationCount(): number {
    return violationKinds.reduce((sum, kind) => sum + this.violations[kind].length, 0)
  }
}
