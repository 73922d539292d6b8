import { type ConnectionInput, ConnectionRequest, type ModelConnection, type ModelService } from '#shared/models.ts'

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
  temperature: string
  topP: string
  minP: string
  repetitionPenalty: string
  premiumOnly: boolean
  enabled: boolean
}

const typed = (value: number | null): string => (value === null ? '' : String(value))
const parse = (value: string): number | null => (value.trim() === '' ? null : Number(value.replace(',', '.')))

export function toValues(connection: ModelConnection): ConnectionValues {
  const { service, name, baseUrl, model, contextTokens, maxReplyTokens, sampling, premiumOnly, enabled } = connection
  return {
    service,
    name,
    baseUrl,
    apiKey: '',
    model: model ?? '',
    contextTokens: typed(contextTokens),
    maxReplyTokens: typed(maxReplyTokens),
    temperature: typed(sampling.temperature),
    topP: typed(sampling.topP),
    minP: typed(sampling.minP),
    repetitionPenalty: typed(sampling.repetitionPenalty),
    premiumOnly,
    enabled,
  }
}

/** The values of a new connection to a service. */
export function presetValues({ id, label, baseUrl, defaultModel }: ModelService): ConnectionValues {
  const empty = { contextTokens: '', maxReplyTokens: '', temperature: '', topP: '', minP: '', repetitionPenalty: '' }
  const name = baseUrl === '' ? '' : label
  const model = defaultModel ?? ''
  return { service: id, name, baseUrl, apiKey: '', model, ...empty, premiumOnly: false, enabled: true }
}

export function toInput(values: ConnectionValues): ConnectionInput {
  const { service, name, baseUrl, apiKey, model, premiumOnly, enabled } = values
  return {
    service,
    name,
    baseUrl,
    model: model.trim() || null,
    contextTokens: parse(values.contextTokens),
    maxReplyTokens: parse(values.maxReplyTokens),
    sampling: {
      temperature: parse(values.temperature),
      topP: parse(values.topP),
      minP: parse(values.minP),
      repetitionPenalty: parse(values.repetitionPenalty),
    },
    premiumOnly,
    enabled,
    ...(apiKey.trim() === '' ? {} : { apiKey }),
  }
}

/** The first problem of each field. */
export function findProblems(values: ConnectionValues): Partial<Record<keyof ConnectionValues, string>> {
  const parsed = ConnectionRequest.safeParse(toInput(values))
  const problems: Partial<Record<keyof ConnectionValues, string>> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.at(-1)
    if (typeof field === 'string' && field in values) problems[field as keyof ConnectionValues] ??= message
  }
  return problems
}
