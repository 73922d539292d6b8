import { Upstream } from './http/upstream.ts'
import { isChatModel, type ListedModel, readModelList } from './model-list.ts'
import { localServices, type Service } from './services.ts'

export interface DetectedModel extends ListedModel {
  service: Service
  baseUrl: string
}

/** Long enough for a server on this machine, short enough to be no part of starting. */
const waitMs = 300

/** Where each local service listens, by its id. */
export type LocalPorts = Readonly<Record<string, number>>

export const usualPorts: LocalPorts = Object.fromEntries(
  localServices.flatMap((service) => (service.localPort === undefined ? [] : [[service.id, service.localPort]])),
)

/**
 * Looks once for a model server on this machine, on the loopback interface only, asking all ports at once. The first
 * chat model of the first service in the list wins; with `wanted`, the first service that has the model of that name.
 */
export async function detectLocalModel(ports: LocalPorts = usualPorts, wanted?: string): Promise<DetectedModel | null> {
  const asked = localServices.flatMap((service) => {
    const port = ports[service.id]
    return port === undefined ? [] : [look(service, port, wanted)]
  })
  const found = await Promise.all(asked)
  return found.find((model) => model !== null) ?? null
}

async function look(service: Service, port: number, wanted: string | undefined): Promise<DetectedModel | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const upstream = new Upstream({ baseUrl, headers: { accept: 'application/json' } })
  try {
    const models = readModelList(await upstream.getJson('/models', AbortSignal.timeout(waitMs)))
    const model = models?.find(({ id }) =>
      wanted === undefined ? isChatModel(id) : id === wanted || id === `${wanted}:latest`,
    )
    return model === undefined ? null : { ...model, service, baseUrl }
  } catch {
    // Nothing there, or nothing that speaks the protocol: the usual case.
    return null
  } finally {
    await upstream.close()
  }
}
