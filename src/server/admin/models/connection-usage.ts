import type { Context } from '#server/core/context.ts'
import type { Metrics } from '#server/core/metrics.ts'
import type { FailureReason, ModelUsage } from '#server/providers/models/provider.ts'
import { DurationHistogram } from './duration-histogram.ts'
import { deleteHoursBefore, type HourRow, saveHour } from './queries.ts'

/** One request to a model. */
export interface ModelCallRecord {
  service: string
  usage: ModelUsage | null
  /** What the service says, or an estimate. */
  tokens: ModelUsage | null
  firstTokenMs: number | null
  totalMs: number
  /** What was wrong, also in plain words; null for a reply. */
  failure: { kind: FailureReason; text: string } | null
  cost?: { plan: Plan; dollars: number }
}

/** What the accounts pay for. Those of admins count as Premium. */
export type Plan = 'free' | 'premium'

type HourFigures = Omit<HourRow, 'first_tokens'> & { firstTokens: DurationHistogram; isSaved: boolean }

const hourLength = 3_600_000
/** Two months. */
const retentionHours = 62 * 24
export const hourOf = (time: number) => Math.floor(time / hourLength)

/** Counts requests in memory, by connection and hour. `save` writes them, so that no request waits for the database. */
export class ConnectionUsage {
  readonly #context: Pick<Context, 'clock' | 'db' | 'metrics'>
  readonly #processId: string
  readonly #hours = new Map<string, HourFigures>()
  #purgedHour = 0

  constructor(context: Pick<Context, 'clock' | 'db' | 'ids' | 'metrics'>) {
    this.#context = context
    this.#processId = context.ids.uuid()
  }

  record(connectionId: string, call: ModelCallRecord): void {
    const { usage, firstTokenMs, failure, cost } = call
    countCall(this.#context.metrics, connectionId, call)
    const now = this.#context.clock.now()
    const figures = this.#find(connectionId, hourOf(now))
    figures.requests += 1
    figures.prompt_tokens += usage?.promptTokens ?? 0
    figures.reply_tokens += usage?.replyTokens ?? 0
    if (firstTokenMs !== null) figures.firstTokens.add(firstTokenMs)
    if (cost) figures[`${cost.plan}_cost`] += cost.dollars
    if (failure === null) figures.succeeded_at = now
    else Object.assign(figures, { failures: figures.failures + 1, failed_at: now, failure: failure.text })
    figures.isSaved = false
  }

  async save(): Promise<void> {
    const { db, clock } = this.#context
    const current = hourOf(clock.now())
    for (const [key, figures] of this.#hours) {
      if (!figures.isSaved) {
        figures.isSaved = true
        const { firstTokens, isSaved: _, ...row } = figures
        await saveHour(db, { ...row, first_tokens: firstTokens.toJson() }).catch((error: unknown) => {
          figures.isSaved = false
          throw error
        })
      }
      if (figures.isSaved && figures.hour < current) this.#hours.delete(key)
    }
    if (this.#purgedHour === current) return
    this.#purgedHour = current
    await deleteHoursBefore(db, current - retentionHours)
  }

  #find(connectionId: string, hour: number): HourFigures {
    const key = `${hour} ${connectionId}`
    const found = this.#hours.get(key)
    if (found !== undefined) return found
    const created: HourFigures = {
      connection_id: connectionId,
      hour,
      process_id: this.#processId,
      requests: 0,
      failures: 0,
      prompt_tokens: 0,
      reply_tokens: 0,
      firstTokens: new DurationHistogram(),
      succeeded_at: null,
      failed_at: null,
      failure: null,
      free_cost: 0,
      premium_cost: 0,
      isSaved: true,
    }
    this.#hours.set(key, created)
    return created
  }
}

function countCall(metrics: Metrics, connection: string, call: ModelCallRecord): void {
  const { service, tokens, firstTokenMs, totalMs, failure } = call
  const labels = { connection, service }
  if (firstTokenMs !== null) metrics.firstTokenSeconds.observe(labels, firstTokenMs / 1_000)
  if (failure !== null) metrics.modelErrors.inc({ ...labels, kind: failure.kind })
  else metrics.replySeconds.observe(labels, totalMs / 1_000)
  if (tokens === null) return
  metrics.promptTokens.inc(labels, tokens.promptTokens)
  metrics.replyTokens.observe(labels, tokens.replyTokens)
}
