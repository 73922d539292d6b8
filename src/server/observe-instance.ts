import type { App } from './app.ts'
import { activeClassifier, type Context } from './core/context.ts'
import { countDueJobs, type DueJobs } from './core/jobs/queries.ts'
import { snapshotInterval } from './core/last-hour.ts'
import type { Values } from './core/metrics.ts'
import { schedule } from './core/schedule.ts'
import type { OpenDatabase } from './db/database.ts'
import { countUndecided } from './moderation/stats/queries.ts'

/** Adds the metrics that are read of an instance. Returns a function that stops the snapshots of the last hour. */
export function observeInstance(context: Context, app: App, { readPoolUse }: OpenDatabase): () => Promise<void> {
  const { metrics, log } = context
  metrics.addGauge('troupe_live_replies', 'Replies that this instance generates.', [], () => [
    [{}, app.liveReplies.size],
  ])
  metrics.addGauge('troupe_database_connections', 'Connections to the database.', ['state'], () => {
    return Object.entries(readPoolUse()).map(([state, count]) => [{ state }, count])
  })
  addServiceGauges(context)
  return schedule(log, {
    name: 'the snapshot of the metrics',
    interval: snapshotInterval,
    task: () => metrics.lastHour.takeSnapshot(),
  })
}

/** What is read of the database is the same on each instance. */
function addServiceGauges(context: Context): void {
  const { metrics, db, clock, bus } = context
  const readJobs = () => countDueJobs(db, clock.now())
  metrics.addGauge('troupe_service_up', 'Whether a service answers.', ['service'], async () => {
    const databaseAnswers = readJobs().then(
      () => true,
      () => false,
    )
    const services: Record<string, boolean | undefined> = {
      database: await databaseAnswers,
      redis: bus.isDistributed ? await bus.answers() : undefined,
      classifier: activeClassifier(context)?.isAvailable,
    }
    const used = Object.entries(services).filter(([, isUp]) => isUp !== undefined)
    return used.map(([service, isUp]) => [{ service }, Number(isUp)])
  })
  const addJobs = (name: string, help: string, of: (jobs: DueJobs) => number) =>
    metrics.addGauge(name, help, ['kind'], async () =>
      (await readJobs()).map((jobs) => [{ kind: jobs.kind }, of(jobs)]),
    )
  addJobs('troupe_jobs_waiting', 'Jobs that are due and that no instance runs.', ({ count }) => count)
  addJobs('troupe_jobs_oldest_seconds', 'How long the oldest of them has been due.', ({ dueFor }) => dueFor / 1_000)
  const addFlags = (name: string, help: string, column: 'count' | 'overdue') =>
    metrics.addGauge(name, help, ['status', 'severity'], async () =>
      (await countUndecided(db, clock.now())).map(({ status, severity, ...counts }): Values[number] => [
        { status, severity: String(severity) },
        Number(counts[column]),
      ]),
    )
  addFlags('troupe_flags_open', 'Undecided flags.', 'count')
  addFlags('troupe_flags_overdue', 'Undecided flags after their deadline.', 'overdue')
}
