import { asList, asRecord } from '#engine/json-values.ts'
import { Upstream } from './http/upstream.ts'
import { factLifetimeMs } from './learned-facts.ts'
import { type ListedModel, parseModelList } from './model-list.ts'
import { type Service, unknownService } from './services.ts'

type Json = Record<string, unknown>

interface Source {
  path: string
  /** The body of a POST. Default: a GET. */
  body?: (model: string) => Json
  find: (response: Json, model: string) => unknown
}

/** Where local servers state the window with which they loaded a model. Ollama takes the window from the request and states the
 * largest. */
const sources: Readonly<Record<string, Source>> = {
  ollama: {
    path: '^/api/show',
    body: (model) => ({ model }),
    find: (response) =>
      Object.entries(asRecord(response.model_info)).find(([name]) => name.endsWith('.context_length'))?.[1],
  },
  'lm-studio': {
    path: '^/api/v0/models',
    find: (response, model) => findEntry(response, model)?.loaded_context_length,
  },
  'llama-cpp': { path: '^/props', find: (response) => asRecord(response.default_generation_settings).n_ctx },
  koboldcpp: { path: '^/api/extra/true_max_context_length', find: (response) => response.value },
}

/** The services that `owned_by` in a list of models names. */
const owners: Readonly<Record<string, string>> = {
  llamacpp: 'llama-cpp',
  koboldcpp: 'koboldcpp',
  vllm: 'vllm',
  organization_owner: 'lm-studio',
}

/** The window that the server states for the model, or null. */
export async function findWindow(
  upstream: Upstream,
  serviceId: string,
  model: ListedModel,
  signal: AbortSignal,
): Promise<number | null> {
  const source = sources[serviceId]
  if (source === undefined) return model.contextTokens
  try {
    const { path, body, find } = source
    const response = body ? await upstream.postJson(path, body(model.id), signal) : await upstream.getJson(path, signal)
    const tokens = find(asRecord(response), model.id)
    return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : model.contextTokens
  } catch {
    // Older versions do not have the path.
    return model.contextTokens
  }
}

/** The id of the service that a list of models comes from, if it tells. */
export function findOwner(models: unknown): string | undefined {
  const entry = findEntry(asRecord(models))
  return typeof entry?.owned_by === 'string' ? owners[entry.owned_by.toLowerCase()] : undefined
}

function findEntry(response: Json, model?: string): Json | undefined {
  return asList(response.data)
    .map(asRecord)
    .find((entry) => model === undefined || entry.id === model)
}

export interface ServerInfo {
  /** The id of the service, if the server tells. */
  serviceId: string | undefined
  /** The named model, or the first chat model; null if the server lists none. */
  model: ListedModel | null
  windowTokens: number | null
}

/** What a server tells about itself and its model. Throws when it does not answer. */
export async function readServerInfo(
  upstream: Upstream,
  serviceId: string,
  choose: (model: ListedModel) => boolean,
  signal: AbortSignal,
): Promise<ServerInfo> {
  const response = await upstream.getJson('/models', signal)
  const owner = findOwner(response) ?? serviceId
  const model = parseModelList(response)?.find(choose) ?? null
  return { serviceId: owner, model, windowTokens: model && (await findWindow(upstream, owner, model, signal)) }
}

/** As `readServerInfo`, of a server that is not connected. */
export async function askServer(
  { baseUrl, serviceId, apiKey }: { baseUrl: string; serviceId: string; apiKey?: string },
  choose: (model: ListedModel) => boolean,
  timeout: number,
): Promise<ServerInfo> {
  const headers = { accept: 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
  const upstream = new Upstream({ baseUrl, headers })
  try {
    return await readServerInfo(upstream, serviceId, choose, AbortSignal.timeout(timeout))
  } finally {
    await upstream.close()
  }
}

/** Milliseconds. A prompt waits for it. */
const windowTimeout = 2_000

/**
 * Returns a function that finds the window that a local server states for its model, or null. Asked before the first prompt,
 * because Ollama and KoboldCpp cut a longer one without an error, and again when what was learned has expired.
 */
export function createWindowReader(upstream: Upstream, { id, isLocal }: Service, now: () => number) {
  let asked: { at: number; window: Promise<number | null> } | null = null
  const ask = async (model: string) => {
    const signal = AbortSignal.timeout(windowTimeout)
    if (id !== unknownService.id) return findWindow(upstream, id, { id: model, contextTokens: null }, signal)
    // A server at an unusual port may be any of the services.
    const info = await readServerInfo(upstream, id, (listed) => listed.id === model, signal).catch(() => null)
    return info?.windowTokens ?? null
  }
  return async (model: string): Promise<number | null> => {
    if (!isLocal) return null
    if (asked === null || now() - asked.at >= factLifetimeMs) asked = { at: now(), window: ask(model) }
    return asked.window
  }
}
