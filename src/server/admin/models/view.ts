import { findPrices } from '#server/providers/models/known-prices.ts'
import type { LocalModel, LocalModelFailure } from '#server/providers/models/local/local-model.ts'
import type { ModelConnection, ModelFigures, ModelService } from '#shared/models.ts'
import { PriceSettings, type Prices, Sampling } from '#shared/models.ts'
import { describeFailure } from '../connections/describe-failure.ts'
import { type ConnectionSettings, serviceOf, services } from './connection-model.ts'
import { DurationHistogram } from './duration-histogram.ts'
import type { ConnectionRow, HourRow } from './queries.ts'

export function settingsOf(row: ConnectionRow): ConnectionSettings {
  const { service, base_url: baseUrl, model, context_tokens, max_reply_tokens, sampling, prices } = row
  return {
    service,
    baseUrl,
    model,
    contextTokens: context_tokens,
    maxReplyTokens: max_reply_tokens,
    sampling: Sampling.parse(JSON.parse(sampling)),
    prices: PriceSettings.parse(JSON.parse(prices)),
  }
}

/** What was set, and what is known of the model where nothing was. Null without both a price to read and to write. */
export function countedPrices(set: Partial<PriceSettings>, serviceId: string, model: string): Prices | null {
  const known = findPrices(serviceId, model)
  const input = set.input ?? known?.input
  const output = set.output ?? known?.output
  if (input === undefined || output === undefined) return null
  return { input, output, cached: set.cached ?? known?.cached ?? input }
}

/** The state of a connection in this process. */
interface Loaded {
  countedPrices: Prices | null
  isKeyUnreadable: boolean
  local: LocalModel | null
}

/** A connection without its key. `hours`: its figures. */
export function viewConnection(
  row: ConnectionRow,
  hours: HourRow[],
  { countedPrices, isKeyUnreadable, local }: Loaded,
): ModelConnection {
  const process = local?.process ?? null
  const history = { ...viewHistory(hours), ...(process?.failure ? viewFailure(process.failure, row) : {}) }
  const state = row.is_enabled ? (isKeyUnreadable ? 'key_unreadable' : history.state) : 'off'
  return {
    ...settingsOf(row),
    id: row.id,
    name: row.name,
    source: 'connection',
    serviceLabel: serviceOf(settingsOf(row)).label,
    hasKey: row.encrypted_key !== null,
    updatedAt: row.updated_at,
    premiumOnly: row.is_premium_only === 1,
    enabled: row.is_enabled === 1,
    countedPrices,
    ...history,
    state,
    process: process?.state ?? null,
  }
}

function viewFailure({ error, at }: LocalModelFailure, { base_url: baseUrl, model }: ConnectionRow) {
  return { state: 'failing' as const, failure: { message: describeFailure(error, { baseUrl, model }), at } }
}

interface FixedModel {
  source: 'environment' | 'detected'
  model: { id: string; label: string; model: string; contextTokens: number; maxReplyTokens: number }
  baseUrl: string
}

/** The model that the environment sets, or that was found on the machine. */
export function viewFixedModel(
  { source, model, baseUrl }: FixedModel,
  hours: HourRow[],
  countedPrices: Prices | null,
): ModelConnection {
  return {
    id: source,
    name: model.label,
    source,
    service: model.id,
    serviceLabel: model.label,
    baseUrl,
    model: model.model,
    contextTokens: model.contextTokens,
    maxReplyTokens: model.maxReplyTokens,
    sampling: Sampling.parse({}),
    prices: PriceSettings.parse({}),
    countedPrices,
    premiumOnly: false,
    enabled: true,
    hasKey: false,
    updatedAt: 0,
    process: null,
    ...viewHistory(hours),
  }
}

function viewHistory(hours: HourRow[]): Pick<ModelConnection, 'state' | 'failure' | 'figures'> {
  const succeededAt = Math.max(0, ...hours.map((hour) => hour.succeeded_at ?? 0))
  const failed = hours.toSorted((a, b) => (b.failed_at ?? 0) - (a.failed_at ?? 0))[0]
  const failure = failed?.failed_at && failed.failure ? { message: failed.failure, at: failed.failed_at } : null
  const isFailing = failure !== null && failure.at >= succeededAt
  return {
    state: isFailing ? 'failing' : succeededAt > 0 ? 'working' : 'unused',
    failure,
    figures: sumFigures(hours),
  }
}

function sumFigures(hours: HourRow[]): ModelFigures {
  const sum = (pick: (hour: HourRow) => number) => hours.reduce((total, hour) => total + pick(hour), 0)
  const firstTokens = new DurationHistogram()
  for (const { first_tokens } of hours) firstTokens.addJson(first_tokens)
  return {
    requests: sum((hour) => hour.requests),
    failures: sum((hour) => hour.failures),
    promptTokens: sum((hour) => hour.prompt_tokens),
    replyTokens: sum((hour) => hour.reply_tokens),
    medianFirstTokenMs: firstTokens.median,
  }
}

const other: ModelService = {
  id: 'openai-compatible',
  label: 'Another service (OpenAI-compatible)',
  baseUrl: '',
  needsKey: false,
  isLocal: false,
  defaultModel: null,
  defaultPrices: null,
}

export function viewServices(): ModelService[] {
  const known = services.map(({ id, label, baseUrl, keyVariable, isLocal = false, defaultModel = null }) => ({
    id,
    label,
    baseUrl,
    needsKey: keyVariable !== undefined,
    isLocal,
    defaultModel,
    defaultPrices: findPrices(id, defaultModel ?? ''),
  }))
  return [...known, other]
}
