import { Upstream } from '#server/providers/models/http/upstream.ts'
import { toModelError } from '#server/providers/models/http/upstream-error.ts'
import { protocolOf } from '#server/providers/models/http-model.ts'
import { findPrices } from '#server/providers/models/known-prices.ts'
import { listModelFiles } from '#server/providers/models/local/folders.ts'
import type { LocalModel } from '#server/providers/models/local/local-model.ts'
import { isChatModel, parseModelList } from '#server/providers/models/model-list.ts'
import { ModelError, type ModelUsage } from '#server/providers/models/provider.ts'
import { findOwner, findWindow } from '#server/providers/models/server-window.ts'
import { localModelService } from '#server/providers/models/services.ts'
import { type AvailableModels, modelLimits, type TestResult, type TryRequest } from '#shared/models.ts'
import { describeFailure, serviceMessage } from '../connections/describe-failure.ts'
import { readTestKey } from '../connections/service-key.ts'
import { createConnectionModel, serviceOf } from './connection-model.ts'
import type { ModelCallRecord } from './connection-usage.ts'
import { assertService } from './model-connections.ts'
import type { ModelDeps } from './model-deps.ts'

/** Milliseconds for a test, and for a list of models. */
const timeouts = { test: 60_000, list: 10_000 }
const testPrompt = [
  { role: 'system' as const, content: 'You are a friendly innkeeper.' },
  { role: 'user' as const, content: 'Good evening! Greet me in one short sentence.' },
]

/** Sends one request with a short prompt, and describes the result in plain words. */
export async function testConnection(deps: ModelDeps, request: TryRequest): Promise<TestResult> {
  const { clock } = deps.context
  const { connection } = request
  const apiKey = await readKey(deps, request)
  const own = findOwnModel(deps, request)
  const model = own ?? createConnectionModel(connection, apiKey, deps.context, { now: () => clock.now() })
  const startedAt = clock.elapsed()
  let firstTokenMs: number | null = null
  let said = ''
  const onText = (text: string) => {
    firstTokenMs ??= clock.elapsed() - startedAt
    said += text
  }
  // A test of a saved connection counts as one of its requests, so that the list shows whether it works.
  const record = (usage: ModelUsage | null, failure: ModelCallRecord['failure']) => {
    if (request.id === undefined) return
    const totalMs = clock.elapsed() - startedAt
    deps.models.usage.record(request.id, { service: model.id, usage, tokens: usage, firstTokenMs, totalMs, failure })
  }
  const signal = AbortSignal.timeout(timeouts.test)
  try {
    const limits = { temperature: 0.7, maxTokens: Math.min(60, model.maxReplyTokens), promptTokens: 40 }
    const { usage } = await model.generate({ messages: testPrompt, ...limits }, { signal, onText })
    record(usage, null)
    const window = await statedWindow(deps, request, model.model)
    if (window !== null && window < (connection.contextTokens ?? 0)) return tooSmall(window)
    const seconds = ((firstTokenMs ?? 0) / 1_000).toFixed(1)
    const message = `It works. ${model.model} began to answer after ${seconds} seconds.`
    return { ok: true, message, detail: said.trim().slice(0, 300) || null }
  } catch (error) {
    const failure = signal.aborted ? timedOut() : error
    if (!(failure instanceof ModelError)) throw failure
    const address = { baseUrl: connection.baseUrl, model: model.model, hasKey: apiKey !== null }
    const message = describeFailure(failure, address)
    record(null, { kind: failure.reason, text: message })
    return { ok: false, message, detail: serviceMessage(failure) }
  } finally {
    if (own === null) await model.close()
  }
}

/** A model that this machine has loaded already is not loaded a second time. */
function findOwnModel({ models }: ModelDeps, { id, connection }: TryRequest): LocalModel | null {
  const local = id === undefined ? null : models.findLocal(id)
  return local?.model === connection.model && local.process.state === 'running' ? local : null
}

/** The models that the service lists, without those that do not chat. */
export async function listAvailableModels(deps: ModelDeps, request: TryRequest): Promise<AvailableModels> {
  const { connection } = request
  const service = serviceOf(connection)
  if (service === localModelService) return listLocalFiles(deps)
  const apiKey = await readKey(deps, request)
  if (service.keyVariable !== undefined && apiKey === null) {
    return noModels(service.id, 'Enter the key first: the service lists its models only with one.')
  }
  const signal = AbortSignal.timeout(timeouts.list)
  const upstream = openUpstream(connection.baseUrl, service, apiKey)
  try {
    const response = await upstream.getJson('/models', signal)
    const models = parseModelList(response)
    if (models === null)
      throw new ModelError(service.id, 'server_error', 'no list of models', { reason: 'invalid_reply' })
    const chat = models
      .filter(({ id }) => isChatModel(id) && id !== '' && id.length <= modelLimits.model)
      .map((model) => ({ ...model, prices: model.prices ?? findPrices(service.id, model.id) }))
    if (chat.length === 0) return noModels(service.id, 'The service lists no chat model. Enter the name of one.')
    return { models: chat, service: findOwner(response) ?? service.id, problem: null }
  } catch (error) {
    const failure = signal.aborted ? timedOut() : toModelError(service.id, error, [apiKey ?? ''])
    if (!(failure instanceof ModelError)) throw failure
    return noModels(service.id, describeFailure(failure, { ...connection, hasKey: apiKey !== null }))
  } finally {
    await upstream.close()
  }
}

const noModels = (service: string, problem: string): AvailableModels => ({ models: [], service, problem })

async function listLocalFiles({ context: { env } }: ModelDeps): Promise<AvailableModels> {
  const files = await listModelFiles(env.dataDir)
  const problem = files.length > 0 ? null : 'There is no model on this machine yet. Download one below.'
  return {
    models: files.map(({ name }) => ({ id: name, contextTokens: null })),
    service: localModelService.id,
    problem,
  }
}

/** The context that the server says it has loaded the model with, or null. */
async function statedWindow(deps: ModelDeps, request: TryRequest, name: string): Promise<number | null> {
  if (request.connection.service === localModelService.id) return null
  const { models, service } = await listAvailableModels(deps, request)
  const model = models.find(({ id }) => id === name)
  if (model === undefined) return null
  const upstream = openUpstream(request.connection.baseUrl, serviceOf(request.connection), await readKey(deps, request))
  try {
    return await findWindow(upstream, service, model, AbortSignal.timeout(timeouts.list))
  } finally {
    await upstream.close()
  }
}

function openUpstream(baseUrl: string, service: ReturnType<typeof serviceOf>, apiKey: string | null): Upstream {
  const authorization = apiKey === null ? {} : protocolOf(service).authorization(apiKey)
  return new Upstream({ baseUrl, headers: { accept: 'application/json', ...authorization, ...service.headers } })
}

function readKey({ context }: ModelDeps, request: TryRequest): Promise<string | null> {
  assertService(request.connection.service)
  return readTestKey(context, 'model_connections', request)
}

const timedOut = () => new ModelError('test', 'server_error', 'no answer', { reason: 'timeout' })

function tooSmall(window: number): TestResult {
  const tokens = window.toLocaleString('en')
  const message = `It answers, but the server has loaded the model with a context of ${tokens} tokens only. Load it with a larger one there, or set “Context” to ${tokens} here.`
  return { ok: false, message, detail: null }
}
