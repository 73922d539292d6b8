import { isChatModel, type ListedModel } from './model-list.ts'
import { askServer } from './server-window.ts'
import { localServices, type Service } from './services.ts'

export interface DetectedModel extends ListedModel {
  service: Service
  baseUrl: string
}

/** Milliseconds: long enough for a server on this machine. Starting waits for it. */
const defaultTimeout = 300

/** The port of each local service, by its id. */
export type LocalPorts = Readonly<Record<string, number>>

const defaultPorts: LocalPorts = Object.fromEntries(
  localServices.flatMap((service) => (service.localPort === undefined ? [] : [[service.id, service.localPort]])),
)

/**
 * Looks for a model server on the loopback interface, on all ports at once. Returns the first chat model of the first
 * service in the list; with `name`, the model of that name in the first service that has it.
 */
export async function detectLocalModel(
  ports: LocalPorts = defaultPorts,
  name?: string,
  timeout = defaultTimeout,
): Promise<DetectedModel | null> {
  const searches = localServices.flatMap((service) => {
    const port = ports[service.id]
    return port === undefined ? [] : [findModelAt(service, port, name, timeout)]
  })
  const found = await Promise.all(searches)
  return found.find((model) => model !== null) ?? null
}

async function findModelAt(
  service: Service,
  port: number,
  name: string | undefined,
  timeout: number,
): Promise<DetectedModel | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const isWanted = ({ id }: ListedModel) =>
    name === undefined ? isChatModel(id) : id === name || id === `${name}:latest`
  // The usual case: no server, or one of another kind, listens on the port.
  const info = await askServer({ baseUrl, serviceId: service.id }, isWanted, timeout).catch(() => null)
  return info?.model ? { id: info.model.id, contextTokens: info.windowTokens, service, baseUrl } : null
}
