import type { App } from './app.ts'
import { activeClassifier } from './core/active-classifier.ts'
import type { Context } from './core/context.ts'
import { countDueJobs, type DueJobs } from './core/jobs/queries.ts'
import { snapshotInterval } from './core/last-hour.ts'
import type { Metrics, Values } from './core/metrics.ts'
import { schedule } from './core/schedule.ts'
import type { OpenDatabase } from './db/database.ts'
import { countUndecided } from './moderation/stats/queries.ts'

/** Milliseconds. */
const delayInterval = 50

/** Adds what is read of an instance, and measures its event loop. Returns a function that stops. */
export function observeInstance(context: Context, app: App, { readPoolUse }: OpenDatabase): () => Promise<void> {
  const { metrics, log, clock } = context
  addProcessGauges(metrics)
  metrics.addGauge('troupe_live_replies', 'Replies that this instance generates.', [], () => [
    [{}, app.liveReplies.size],
  ])
  metrics.addGauge('troupe_database_connections', 'Connections to the database.', ['state'], () => {
    return Object.entries(readPoolUse()).map(([state, count]) => [{ state }, count])
  })
  addServiceGauges(context)
  const stopSnapshots = schedule(log, {
    name: 'the snapshot of the metrics',
    interval: snapshotInterval,
    task: () => metrics.lastHour.takeSnapshot(),
  })
  let last = clock.elapsed()
  const timer = setInterval(() => {
    const now = clock.elapsed()
    metrics.eventLoopDelay.observe(Math.max(0, now - last - delayInterval) / 1_000)
    last = now
  }, delayInterval).unref()
  return async () => {
    clearInterval(timer)
    await stopSnapshots()
  }
}

function addProcessGauges({ addGauge }: Metrics): void {
  const add = (name: string, help: string, read: () => number) => addGauge(name, help, [], () => [[{}, read()]])
  add('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  add('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', () => process.memoryUsage().heapUsed)
  add(
    'process_cpu_seconds_total',
    'Processor time.',
    () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  )
  add('process_start_time_seconds', 'When the process started.', () => performance.timeOrigin / 1_000)
}

/** What is read of the database is the same on each instance. */
function addServiceGauges(context: Context): void {
  const { metrics, db, clock, bus } = context
  metrics.addGauge('troupe_service_up', 'Whether a service answers.', ['service'], async () => {
    const databaseAnswers = countDueJobs(db, clock.now()).then(
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
    metrics.addGauge(name, help, ['kind'], async () => {
      return (await countDueJobs(db, clock.now())).map((jobs) => [{ kind: jobs.kind }, of(jobs)])
    })
  addJobs('troupe_jobs_waiting', 'Jobs that are due and that no instance runs.', ({ count }) => count)
  addJobs('troupe_jobs_oldest_seconds', 'How long the oldest of them has been due.', ({ dueFor }) => dueFor / 1_000)
  const addFlags = (name: string, help: string, of: (flags: { count: number; overdue: number }) => number) =>
    metrics.addGauge(name, help, ['status', 'severity'], async () => {
      const flags = await countUndecided(db, clock.now())
      return flags.map(({ status, severity, count, overdue }): Values[number] => [
        { status, severity: String(severity) },
        of({ count: Number(count), overdue: Number(overdue) }),
      ])
    })
  addFlags('troupe_flags_open', 'Undecided flags.', ({ count }) => count)
  addFlags('troupe_flags_overdue', 'Undecided flags after their deadline.', ({ overdue }) => overdue)
}
