import { z } from 'zod'
import type { Routes } from './routes.ts'
import { numberWithin } from './text-fields.ts'

export const modelLimits = { connections: 50, name: 60, url: 500, key: 500, model: 200 } as const

const optional = { ask: 'Enter', orEmpty: true }
export const optionalNumber = (min: number, max: number) =>
  numberWithin(min, max, { ...optional, isWhole: false })
    .nullable()
    .default(null)
const optionalTokens = (min: number, max: number) => numberWithin(min, max, optional).nullable().default(null)

/** Null: what is known of the model, and the temperature of each character. */
export const Sampling = z.object({
  temperature: optionalNumber(0, 2),
  topP: optionalNumber(0.01, 1),
  minP: optionalNumber(0, 1),
  repetitionPenalty: optionalNumber(0.5, 2),
})

/** US dollars per million tokens. Null: what is known of the model; then nothing is counted if the price is not known. */
export const PriceSettings = z.object({
  input: optionalNumber(0, 10_000),
  /** Of prompt tokens that the service had cached. */
  cached: optionalNumber(0, 10_000),
  output: optionalNumber(0, 10_000),
})
export type PriceSettings = z.infer<typeof PriceSettings>

export const Prices = z.object({ input: z.number(), cached: z.number(), output: z.number() })
export type Prices = z.infer<typeof Prices>

/** What all models may cost in a month, in US dollars. Null: any amount. */
export const Budget = z.object({
  dollars: optionalNumber(1, 1_000_000),
  /** Whether models with a price stop to write once it is spent. */
  stops: z.boolean(),
})
export type Budget = z.infer<typeof Budget>

/** `spent` is of this month, by all connections. */
export const BudgetState = z.object({ budget: Budget, spent: z.number() })
export type BudgetState = z.infer<typeof BudgetState>

/** The address of a service, up to the part that all its calls share: `https://api.openai.com/v1`. */
export const BaseUrl = z
  .string()
  .trim()
  .min(1, 'Enter the address of the service')
  .max(modelLimits.url, 'The address is too long')
  .superRefine((value, context) => {
    const problem = problemOf(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

function problemOf(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return 'The address must begin with http:// or https://'
  }
  if (url.username !== '' || url.password !== '') return 'Put the key into its own field, not into the address'
  return /[?#]/.test(value) ? 'Leave out the part of the address that begins with ? or #' : null
}

export const ApiKey = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(modelLimits.key, 'The key is too long')
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and only plain letters, digits and signs')

/** What an admin sets of a connection, without its key. */
const settings = {
  name: z.string().trim().min(1, 'Enter a name').max(modelLimits.name, 'Use 60 characters or less'),
  /** The id of a service; `openai-compatible` for any other. */
  service: z.string().max(40),
  baseUrl: BaseUrl,
  /** Null: the first chat model that the service lists. */
  model: z.string().trim().min(1).max(modelLimits.model).nullable().default(null),
  contextTokens: optionalTokens(1024, 4_000_000),
  maxReplyTokens: optionalTokens(16, 64_000),
  sampling: Sampling.prefault({}),
  prices: PriceSettings.prefault({}),
  premiumOnly: z.boolean().default(false),
  enabled: z.boolean().default(true),
}

/** The `updatedAt` of what an admin has edited: a change by somebody else since then is not overwritten. */
export const EditedVersion = z.number().int().optional()

/** Without `apiKey` the stored key stays; null removes it. */
export const ConnectionRequest = z
  .object({ ...settings, apiKey: ApiKey.nullable().optional(), updatedAt: EditedVersion })
  .refine(({ contextTokens, maxReplyTokens }) => (maxReplyTokens ?? 0) < (contextTokens ?? Number.POSITIVE_INFINITY), {
    message: 'The longest reply must be shorter than the context',
    path: ['maxReplyTokens'],
  })
export type ConnectionRequest = z.infer<typeof ConnectionRequest>
export type ConnectionInput = z.input<typeof ConnectionRequest>

/** A connection as the form has it. With `id`, the stored key is used. */
const TryRequest = z.object({ id: z.string().max(64).optional(), connection: ConnectionRequest })
export type TryRequest = z.infer<typeof TryRequest>

export const TestResult = z.object({ ok: z.boolean(), message: z.string(), detail: z.string().nullable() })
export type TestResult = z.infer<typeof TestResult>

export const AvailableModels = z.object({
  /** `prices`: as the service lists them, or as they are known. */
  models: z.array(z.object({ id: z.string(), contextTokens: z.number().nullable(), prices: Prices.nullish() })),
  /** Which service answered, where it says so. */
  service: z.string(),
  /** Why there is no list, in plain words; else null. */
  problem: z.string().nullable(),
})
export type AvailableModels = z.infer<typeof AvailableModels>

const OrderRequest = z.object({ ids: z.array(z.string().max(64)).max(modelLimits.connections) })

export const ModelService = z.object({
  id: z.string(),
  label: z.string(),
  /** Empty for a service that the admin names. */
  baseUrl: z.string(),
  needsKey: z.boolean(),
  isLocal: z.boolean(),
  defaultModel: z.string().nullable(),
  /** Of the default model, if they are known. */
  defaultPrices: Prices.nullable(),
})
export type ModelService = z.infer<typeof ModelService>

/** What a connection did in the last 24 hours. */
export const ModelFigures = z.object({
  requests: z.number(),
  failures: z.number(),
  promptTokens: z.number(),
  replyTokens: z.number(),
  medianFirstTokenMs: z.number().nullable(),
})
export type ModelFigures = z.infer<typeof ModelFigures>

export const connectionStates = ['off', 'unused', 'working', 'failing', 'key_unreadable'] as const

/** `environment` and `detected` are read-only: what the environment sets, and a server found on the machine. */
export const ModelConnection = z.object({
  ...settings,
  id: z.string(),
  source: z.enum(['environment', 'connection', 'detected']),
  serviceLabel: z.string(),
  hasKey: z.boolean(),
  updatedAt: z.number().int(),
  /** Of a model that runs on this machine: its process, on the instance that was asked; null for others. */
  process: z.enum(['stopped', 'loading', 'running', 'failed']).nullable(),
  /** The prices that are counted with; null: costs are not counted. */
  countedPrices: Prices.nullable(),
  state: z.enum(connectionStates),
  /** The last failure in plain words, and when it was. */
  failure: z.object({ message: z.string(), at: z.number() }).nullable(),
  figures: ModelFigures,
})
export type ModelConnection = z.infer<typeof ModelConnection>

/** Tells connections with the same name apart: the service, the model and, unless it runs inside the server, the host. */
export function describeConnection(
  connection: Pick<ModelConnection, 'serviceLabel' | 'model' | 'baseUrl' | 'process'>,
): string {
  const { serviceLabel, model, baseUrl, process } = connection
  const host = process === null ? ` · ${new URL(baseUrl).host}` : ''
  return `${serviceLabel} · ${model ?? 'the first model it lists'}${host}`
}

/** In the order in which they are asked. */
export const ModelConnections = z.object({
  connections: z.array(ModelConnection),
  services: z.array(ModelService),
})
export type ModelConnections = z.infer<typeof ModelConnections>

const access = 'admin'
const limited = { access, limit: 'modelTest' } as const

export const modelApi = {
  'GET /api/admin/models': { access, response: ModelConnections },
  'POST /api/admin/models': { access, body: ConnectionRequest, response: ModelConnection, status: 201 },
  'PUT /api/admin/models/:id': { access, body: ConnectionRequest, response: ModelConnection },
  'DELETE /api/admin/models/:id': { access },
  'POST /api/admin/models/order': { access, body: OrderRequest, response: ModelConnections },
  'POST /api/admin/models/test': { ...limited, body: TryRequest, response: TestResult },
  'POST /api/admin/models/available': { ...limited, body: TryRequest, response: AvailableModels },
} as const satisfies Routes
