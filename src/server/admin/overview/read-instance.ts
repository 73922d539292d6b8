import { countDueJobs } from '#server/core/jobs/queries.ts'
import type { FailureReason } from '#server/providers/models/provider.ts'
import type { ModelConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import type { OverviewDeps } from './overview-deps.ts'

/** What `/metrics` shows of this instance, for those who have no Prometheus. */
export async function readInstance(
  { context: { metrics, db, clock } }: OverviewDeps,
  connections: ModelConnection[],
): Promise<Overview['instance']> {
  const hour = await metrics.lastHour.read()
  const jobs = await countDueJobs(db, clock.now())
  const statuses = hour.countBy('troupe_http_requests_total', 'status')
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
  /** Milliseconds with two digits. */
  const quantile = (name: string, share: number, labels?: Record<string, string>) => {
    const seconds = hour.quantile(name, share, labels)
    return seconds === null ? null : Number((seconds * 1_000).toPrecision(2))
  }
  const firstTokens = connections.flatMap(({ id, name }) => {
    const of = (share: number) => quantile('troupe_model_first_token_seconds', share, { connection: id })
    const [half, most] = [of(0.5), of(0.95)]
    return half === null || most === null ? [] : [{ name, half: Math.round(half), most: Math.round(most) }]
  })
  return {
    requests: sum(statuses),
    failedRequests: sum(statuses.filter(({ label }) => Number(label) >= 500)),
    firstTokens,
    modelErrors: hour
      .countBy('troupe_model_errors_total', 'kind')
      .map(({ label, count }) => ({ kind: kinds[label as FailureReason], count }))
      .toSorted((a, b) => b.count - a.count),
    statementMs: quantile('troupe_database_statement_seconds', 0.95),
    transactionMs: quantile('troupe_database_transaction_seconds', 0.95),
    eventLoopMs: quantile('troupe_event_loop_delay_seconds', 0.99),
    liveReplies: await metrics.valueOf('troupe_live_replies'),
    jobsWaiting: sum(jobs),
    oldestJob: Math.round(Math.max(0, ...jobs.map(({ dueFor }) => dueFor)) / 1_000),
    memory: await metrics.valueOf('process_resident_memory_bytes'),
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
