import { z } from 'zod'
import { isBlank } from '#engine/is-blank.ts'
import {
  type ConnectionInput,
  ConnectionRequest,
  type ModelConnection,
  type ModelService,
  type PriceSettings,
} from '#shared/models.ts'

/** The form's values: numbers as they are typed. */
export interface ConnectionValues {
  service: string
  name: string
  baseUrl: string
  /** Empty: the stored key stays. */
  apiKey: string
  model: string
  contextTokens: string
  maxReplyTokens: string
  sampling: { temperature: string; topP: string; minP: string; repetitionPenalty: string }
  prices: { input: string; cached: string; output: string }
  premiumOnly: boolean
  enabled: boolean
  /** Of the connection that is edited. */
  updatedAt?: number
}

export const typedNumber = (value: number | null): string => (value === null ? '' : String(value))
export const parseTyped = (value: string): number | null => (isBlank(value) ? null : Number(value.replace(',', '.')))

const mapFields = <Name extends string, From, To>(values: Record<Name, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([name, value]) => [name, map(value)])) as Record<Name, To>

/** Empty where there is none. */
export const typedPrices = (prices: PriceSettings | null): ConnectionValues['prices'] =>
  mapFields(prices ?? { input: null, cached: null, output: null }, typedNumber)

export function toValues(connection: ModelConnection): ConnectionValues {
  const { service, name, baseUrl, model, contextTokens, maxReplyTokens, sampling, prices } = connection
  const { premiumOnly, enabled, updatedAt } = connection
  return {
    service,
    name,
    baseUrl,
    apiKey: '',
    model: model ?? '',
    contextTokens: typedNumber(contextTokens),
    maxReplyTokens: typedNumber(maxReplyTokens),
    sampling: mapFields(sampling, typedNumber),
    prices: typedPrices(prices),
    premiumOnly,
    enabled,
    updatedAt,
  }
}

export function presetValues({ id, label, baseUrl, defaultModel, defaultPrices }: ModelService): ConnectionValues {
  const sampling = { temperature: '', topP: '', minP: '', repetitionPenalty: '' }
  const empty = { contextTokens: '', maxReplyTokens: '', sampling }
  const prices = typedPrices(defaultPrices)
  const name = baseUrl === '' ? '' : label
  const model = defaultModel ?? ''
  return { service: id, name, baseUrl, apiKey: '', model, ...empty, prices, premiumOnly: false, enabled: true }
}

/** The values after another service was chosen. A name that is not the label of a service is the admin's own, and stays. */
export function changeService(
  { name, service: _, baseUrl: __, apiKey: ___, model: ____, prices: _____, ...kept }: ConnectionValues,
  chosen: ModelService,
  services: readonly ModelService[],
): ConnectionValues {
  const isOwnName = name !== '' && services.every(({ label }) => label !== name)
  return { ...presetValues(chosen), ...kept, ...(isOwnName && { name }) }
}

export function toInput(values: ConnectionValues): ConnectionInput {
  const { service, name, baseUrl, apiKey, model, sampling, prices, premiumOnly, enabled, updatedAt } = values
  return {
    service,
    name,
    baseUrl,
    model: model.trim() || null,
    contextTokens: parseTyped(values.contextTokens),
    maxReplyTokens: parseTyped(values.maxReplyTokens),
    sampling: mapFields(sampling, parseTyped),
    prices: mapFields(prices, parseTyped),
    premiumOnly,
    enabled,
    updatedAt,
    apiKey: isBlank(apiKey) ? undefined : apiKey,
  }
}

export const ConnectionFields = z.custom<ConnectionValues>().transform(toInput).pipe(ConnectionRequest)
