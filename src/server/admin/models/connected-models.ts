import pLimit from 'p-limit'
import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import type { ChosenModel } from '#server/providers/models/index.ts'
import type { LocalModel } from '#server/providers/models/local/local-model.ts'
import type { ModelOrder, ModelSelector } from '#server/providers/models/model-selector.ts'
import type { Prices } from '#shared/models.ts'
import { listConnections } from '../connections/queries.ts'
import { createConnectionModel, serviceOf } from './connection-model.ts'
import { ConnectionUsage, type Plan } from './connection-usage.ts'
import { MeteredModel } from './metered-model.ts'
import { MonthlyBudget } from './monthly-budget.ts'
import { type ConnectionRow, readVersion } from './queries.ts'
import { countedPrices, settingsOf } from './view.ts'

export type ModelsContext = Omit<Context, 'models'>

type Models = Map<string, { settings: string; model: MeteredModel | null }>

/** Milliseconds between two reads of the version, which finds changes by other instances and by commands. */
const versionInterval = 2_000
const saveInterval = 10_000

/**
 * The models that write replies: the environment's, then the connections in their order, then a server found on this
 * machine; the demo model when there is none of them. Held in memory, so that a reply needs no statement to select one.
 */
export class ConnectedModels implements ModelSelector {
  readonly usage: ConnectionUsage
  readonly budget: MonthlyBudget
  readonly chosen: ChosenModel
  readonly #context: ModelsContext
  readonly #fixed: MeteredModel | null
  /** By id. A connection whose settings have not changed keeps its model object, with the facts it has collected. */
  #models: Models = new Map()
  #orders: Record<'free' | 'premium', ModelOrder>
  #version = -1
  readonly #queue = pLimit(1)
  readonly #stops: (() => unknown)[] = []

  private constructor(context: ModelsContext, chosen: ChosenModel) {
    this.#context = context
    this.chosen = chosen
    this.usage = new ConnectionUsage(context)
    this.budget = new MonthlyBudget(context)
    const { source, model } = chosen
    const findPrices = (name: string) => countedPrices({}, model.id, name)
    this.#fixed =
      source === 'built-in' ? null : this.#meter(source, model, { baseUrl: chosen.baseUrl, hasKey: true, findPrices })
    this.#orders = { free: [chosen.model], premium: [chosen.model] }
  }

  static async open(context: ModelsContext, chosen: ChosenModel): Promise<ConnectedModels> {
    const models = new ConnectedModels(context, chosen)
    await models.reload()
    const repeat = (name: string, interval: number, task: () => Promise<void>) =>
      models.#stops.push(schedule(context.log, { name, interval, task }))
    repeat('reading the model connections', versionInterval, () => models.#reloadWhenOutdated())
    repeat('saving the figures of the models', saveInterval, async () => {
      await models.usage.save()
      await models.budget.check()
    })
    return models
  }

  select(accountType: 'free' | 'premium' | 'admin'): ModelOrder {
    return this.#orders[accountType === 'free' ? 'free' : 'premium']
  }

  /** Whether the key of a connection was encrypted with another `SECRET_KEY`. */
  isKeyUnreadable(id: string): boolean {
    return this.#models.get(id)?.model === null
  }

  /** The prices with which a connection is counted, or null. */
  findPrices(id: string): Prices | null {
    return (id === this.chosen.source ? this.#fixed : this.#models.get(id)?.model)?.prices ?? null
  }

  /** The model of a connection that runs on this machine. */
  findLocal(id: string): LocalModel | null {
    return this.#models.get(id)?.model?.local ?? null
  }

  /** Reads the connections that were committed before the call, one call at a time. */
  reload(): Promise<void> {
    return this.#queue(() => this.#load())
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop()
    await this.#queue(() => {})
    await this.usage
      .save()
      .catch((error: unknown) =>
        this.#context.log.error({ err: error }, 'the figures of the models could not be saved'),
      )
    const connected = [...this.#models.values()].map(({ model }) => model?.close())
    await Promise.all([this.chosen.model.close(), ...connected])
  }

  async #reloadWhenOutdated(): Promise<void> {
    if ((await readVersion(this.#context.db)) !== this.#version) await this.reload()
  }

  async #load(): Promise<void> {
    const { db } = this.#context
    // The version is read first: a change after it is read again at the next poll.
    const version = await readVersion(db)
    const rows = await listConnections(db, 'model_connections')
    // A replaced model is not closed: replies still use it, and its idle connections end after 4 seconds.
    const before = this.#models
    this.#models = new Map(rows.map((row) => [row.id, this.#reuseOrCreate(row)]))
    const forFree = rows.filter((row) => !row.is_premium_only)
    this.#orders = { free: this.#order(forFree, 'free'), premium: this.#order(rows, 'premium') }
    this.#version = version
    await this.budget.check()
    this.#startAndStop(rows, before)
  }

  /** Starts the processes of models on this machine that are switched on, and ends the others. */
  #startAndStop(rows: ConnectionRow[], before: Models): void {
    for (const row of rows) {
      const local = this.findLocal(row.id)
      if (row.is_enabled) local?.start()
      else local?.stop()
    }
    for (const [id, { model }] of before) if (this.#models.get(id)?.model !== model) model?.local?.stop()
  }

  #reuseOrCreate(row: ConnectionRow): { settings: string; model: MeteredModel | null } {
    const { name: _, position: __, is_enabled: ___, is_premium_only: ____, updated_at: _____, ...own } = row
    const settings = JSON.stringify(own)
    const known = this.#models.get(row.id)
    if (known?.settings === settings) return known
    const { log, clock, secretBox } = this.#context
    const apiKey = row.encrypted_key === null ? null : secretBox.decrypt(row.encrypted_key, row.id)
    if (apiKey === null && row.encrypted_key !== null) {
      log.error({ connection: row.name }, 'the key of a model connection cannot be read; was SECRET_KEY changed?')
      return { settings, model: null }
    }
    const onFact = (fact: object) => log.info({ fact, connection: row.name }, 'learned about the model')
    const model = createConnectionModel(settingsOf(row), apiKey, this.#context, { now: () => clock.now(), onFact })
    const { prices, ...shown } = settingsOf(row)
    const findPrices = (name: string) => countedPrices(prices, serviceOf(shown).id, name)
    const meter = this.#meter(row.id, model, { baseUrl: row.base_url, hasKey: apiKey !== null, findPrices })
    return { settings, model: meter }
  }

  #order(rows: ConnectionRow[], plan: Plan): ModelOrder {
    const connected = rows.filter((row) => row.is_enabled).map((row) => this.#models.get(row.id)?.model ?? null)
    const { source, model: chosen } = this.chosen
    const all = source === 'environment' ? [this.#fixed, ...connected] : [...connected, this.#fixed]
    const [first, ...others] = all.filter((model) => model !== null).map((model) => model.forPlan(plan))
    return first === undefined ? [chosen] : [first, ...others]
  }

  #meter(
    id: string,
    model: ConstructorParameters<typeof MeteredModel>[0],
    own: { baseUrl: string; hasKey: boolean; findPrices: (model: string) => Prices | null },
  ): MeteredModel {
    const { clock, tracer } = this.#context
    return new MeteredModel(model, {
      ...own,
      connection: id,
      tracer,
      isStopped: () => this.budget.isStopped,
      elapsed: () => clock.elapsed(),
      record: (call) => this.usage.record(id, call),
    })
  }
}
