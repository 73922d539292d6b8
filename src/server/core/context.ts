import type { Classifier } from '#server/providers/classifier/classifier.ts'
import type { ModelSelector } from '#server/providers/models/model-selector.ts'
import type { SafetyPolicy } from '#server/safety/safety-policy.ts'
import type { DatabaseAccess, Queryable } from '../db/database.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Env } from './env.ts'
import type { Ids } from './ids.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PolicyFlag } from './policy-flag.ts'
import type { SecretBox } from './secret-box.ts'
import type { InstanceSettings } from './settings/instance-settings.ts'
import type { Tracer } from './tracer.ts'

export type { Queryable }

/** What every operation is given: the instance's settings, services, clock and ids. */
export interface Context extends DatabaseAccess {
  readonly env: Env
  readonly settings: InstanceSettings
  readonly clock: Clock
  readonly ids: Ids
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracer: Tracer
  readonly secretBox: SecretBox
  readonly models: ModelSelector
  readonly safety: SafetyPolicy
  /** The classifier, the second layer of the safety policy; null when none is configured. `activeClassifier` says whether it is asked. */
  readonly classifier: Classifier | null
  /**
   * Raises a flag. In a transaction of its own it never rejects: a failure is logged. As a part of `trx` it is called last,
   * and rejects.
   */
  readonly raisePolicyFlag: (context: Context, flag: PolicyFlag, trx?: Queryable) => Promise<void>
}

/** The classifier; null when none is configured, or admins have switched it off. */
export const activeClassifier = ({
  classifier,
  settings,
}: Pick<Context, 'classifier' | 'settings'>): Classifier | null => (settings.current().classifier ? classifier : null)
