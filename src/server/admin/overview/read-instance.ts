import { countDueJobs } from '#server/core/jobs/queries.ts'
import { meanOf } from '#server/core/last-hour.ts'
import type { FailureReason } from '#server/providers/models/provider.ts'
import type { Overview } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'

/** What `/metrics` shows of this instance, for those who have no Prometheus. */
export async function readInstance({ context, liveReplies }: OverviewDeps): Promise<Overview['instance']> {
  const { metrics, db, clock } = context
  const hour = await metrics.lastHour.read()
  const jobs = await countDueJobs(db, clock.now())
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
  /** The counts of a counter by its label. */
  const countsOf = (name: string) =>
    [...hour]
      .map(([key, count]) => ({ key: key.split(' '), count }))
      .flatMap(({ key: [counter, label = ''], count }) => (counter === name && count > 0 ? [{ label, count }] : []))
  const statuses = countsOf('troupe_http_requests_total')
  const [active = 0, idle = 0] = [hour.get('active'), hour.get('idle')]
  return {
    requests: sum(statuses),
    failedRequests: sum(statuses.filter(({ label }) => Number(label) >= 500)),
    modelErrors: countsOf('troupe_model_errors_total')
      .map(({ label, count }) => ({ kind: kinds[label as FailureReason], count }))
      .toSorted((a, b) => b.count - a.count),
    statementMs: meanOf(hour, 'troupe_database_statement_seconds'),
    transactionMs: meanOf(hour, 'troupe_database_transaction_seconds'),
    busyPercent: Math.round((active / Math.max(1, active + idle)) * 100),
    liveReplies: liveReplies.size,
    jobsWaiting: sum(jobs),
    oldestJob: Math.round(Math.max(0, ...jobs.map(({ dueFor }) => dueFor)) / 1_000),
    memory: process.memoryUsage.rss(),
  }
}

const kinds: Record<FailureReason, string> = {
  address: 'wrong address',
  broken_off: 'connection cut',
  budget: 'budget spent',
  certificate: 'no secure connection',
  context: 'prompt too long',
  invalid_reply: 'unreadable answer',
  key: 'key not accepted',
  local_ended: 'local model ended',
  local_file: 'local model missing',
  local_load: 'local model not loaded',
  local_runtime: 'llama.cpp missing',
  missing_key: 'no key',
  model: 'unknown model',
  no_text: 'empty answer',
  no_host: 'unknown server',
  quota: 'no credit left',
  rate: 'too many requests',
  redirect: 'address has moved',
  refused: 'declined',
  rejected: 'request rejected',
  service: 'error of the service',
  timeout: 'no answer in time',
  unreachable: 'server not reached',
}
