import type { Context } from '#server/core/context.ts'
import type { RefusalStore } from '#server/providers/models/facts-by-model.ts'
import { Refusals, refusalLifetimeMs } from '#server/providers/models/learned-facts.ts'
import { listRefusals, saveRefusals } from './queries.ts'

/**
 * What the model services have rejected, by address and model, in the database: each is learned once for all instances,
 * whether the model comes from a connection or from the environment. A failure is logged; the refusal is then learned again.
 */
export function createRefusalStores({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) {
  const logFailure = (err: unknown) => void log.warn({ err }, 'the refusals of the models could not be read or saved')
  return (baseUrl: string): RefusalStore => ({
    async list() {
      const rows = await listRefusals(db, baseUrl, clock.now() - refusalLifetimeMs).catch(logFailure)
      return (rows ?? []).map(({ model, refusals, learned_at: learnedAt }) => {
        return { model, refusals: Refusals.catch({}).parse(JSON.parse(refusals)), learnedAt }
      })
    },
    async save({ model, refusals, learnedAt }) {
      const row = { base_url: baseUrl, model, refusals: JSON.stringify(refusals), learned_at: learnedAt }
      await saveRefusals(db, row).catch(logFailure)
    },
  })
}
