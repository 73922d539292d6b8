import { createMemoryBus } from './core/bus.ts'
import { systemClock } from './core/clock.ts'
import type { Context } from './core/context.ts'
import { readEnv } from './core/env.ts'
import { createIds } from './core/ids.ts'
import { createLog } from './core/log.ts'
import { createMetrics } from './core/metrics.ts'
import { createSecretBox } from './core/secret-box.ts'
import { InstanceSettings } from './core/settings/instance-settings.ts'
import { noTracer } from './core/tracer.ts'
import { openDatabase } from './db/database.ts'
import { raisePolicyFlag } from './moderation/raise-policy-flag.ts'
import { DemoModel } from './providers/models/demo-model.ts'
import { selectAlways } from './providers/models/model-selector.ts'
import { SafetyPolicy } from './safety/safety-policy.ts'

/** Runs a command-line task on the instance's database, whether or not the server is running. */
export async function withCliContext(work: (context: Context) => Promise<void>): Promise<void> {
  const env = readEnv(process.env)
  const clock = systemClock
  const { databaseUrl, dataDir } = env
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false, now: clock.now() })
  try {
    await work({
      env,
      settings: await InstanceSettings.open({ env, clock, db: database.access.db }),
      ...database.access,
      clock,
      ids: createIds(clock),
      bus: createMemoryBus(),
      log: createLog('silent'),
      metrics: createMetrics(),
      tracer: noTracer,
      secretBox: createSecretBox(env),
      models: selectAlways(new DemoModel()),
      safety: new SafetyPolicy(env.safetyRulesFile),
      classifier: null,
      raisePolicyFlag,
    })
  } finally {
    await database.close()
  }
}
