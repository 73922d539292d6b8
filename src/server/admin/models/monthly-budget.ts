import type { Context } from '#server/core/context.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { Budget, type BudgetState } from '#shared/models.ts'
import { hourOf } from './connection-usage.ts'
import { findBudget, saveBudget, sumCosts } from './queries.ts'

/** The hour in which the month began, in UTC. */
export function firstHourOfMonth(now: number): number {
  const date = new Date(now)
  return hourOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
}

const noBudget: Budget = { dollars: null, stops: false }

/**
 * What the models may cost in a month, for all instances. `check` reads the settings and the costs that the instances have
 * saved, so a stop takes effect within about twenty seconds.
 */
export class MonthlyBudget {
  readonly #context: Pick<Context, 'clock' | 'db' | 'log'>
  #budget = noBudget
  #spent = 0
  /** The month and share of the last alarm, so that each is logged once. */
  #alarmed = { month: 0, percent: 0 }

  constructor(context: Pick<Context, 'clock' | 'db' | 'log'>) {
    this.#context = context
  }

  /** Whether models that cost money write no more replies this month. */
  get isStopped(): boolean {
    const { dollars, stops } = this.#budget
    return stops && dollars !== null && this.#spent >= dollars
  }

  get state(): BudgetState {
    return { budget: this.#budget, spent: this.#spent }
  }

  async check(): Promise<void> {
    const { db, clock } = this.#context
    const month = firstHourOfMonth(clock.now())
    const stored = await findBudget(db)
    this.#budget = stored === null ? noBudget : Budget.parse(JSON.parse(stored))
    this.#spent = await sumCosts(db, month)
    this.#logAlarm(month)
  }

  async change(context: Context, admin: Actor, budget: Budget): Promise<void> {
    await context.transact(async (trx) => {
      await saveBudget(trx, JSON.stringify(budget), context.clock.now())
      const facts = { dollars: budget.dollars, stops: budget.stops ? 1 : 0 }
      await appendAudit(context, trx, admin, [
        { action: 'save_budget', target_type: 'site', target_id: 'budget', facts },
      ])
    })
  }

  #logAlarm(month: number): void {
    const { dollars, stops } = this.#budget
    if (this.#alarmed.month !== month) this.#alarmed = { month, percent: 0 }
    const percent = dollars === null ? 0 : this.#spent >= dollars ? 100 : this.#spent >= dollars * 0.8 ? 80 : 0
    if (percent > this.#alarmed.percent) {
      const details = { dollars, spent: Math.round(this.#spent * 100) / 100, stops }
      this.#context.log.error(details, `${percent} % of the month's budget for models is spent`)
    }
    this.#alarmed.percent = percent
  }
}
