import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span as OpenTelemetrySpan } from '@opentelemetry/api'
import type { Logger } from './log.ts'
import { readVersion } from './version.ts'
import { waitAtMost } from './wait-at-most.ts'

/** No value may be a text of a user, or the id of one. */
type Attributes = Record<string, string | number>

export interface Span {
  /** Runs work whose spans become children of this one. */
  run<T>(work: () => T): T
  /** `failure`: the kind of what failed. */
  end(attributes?: Attributes, failure?: string | null): void
}

export interface Tracer {
  /** Whether this runs within a span. */
  readonly isActive: boolean
  /** `server`: a request that is answered; `client`: one to another service. */
  startSpan(kind: 'server' | 'client', name: string, attributes: Attributes): Span
  close(): Promise<void>
}

export const noSpan: Span = { run: (work) => work(), end() {} }
export const noTracer: Tracer = { isActive: false, startSpan: () => noSpan, close: async () => {} }

/** Milliseconds that closing waits for the last spans to be sent. */
const closeTimeout = 900

/** Sends spans to `endpoint` with OTLP over HTTP. The packages are loaded only with an endpoint. */
export async function openTracer(endpoint: string | undefined, log: Logger): Promise<Tracer> {
  if (endpoint === undefined) return noTracer
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const warn = (message: string) => log.warn({ reason: message }, 'traces could not be sent')
  const ignore = () => {}
  api.diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, api.DiagLogLevel.WARN)
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'troupe', 'service.version': await readVersion() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('troupe')
  const current = new AsyncLocalStorage<OpenTelemetrySpan>()
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT }
  return {
    get isActive() {
      return current.getStore() !== undefined
    },
    startSpan(kind, name, attributes) {
      const parent = current.getStore()
      const parents = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parents)
      return {
        run: (work) => current.run(span, work),
        end(facts = {}, failure = null) {
          span.setAttributes(facts)
          if (failure !== null) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure })
          span.end()
        },
      }
    },
    async close() {
      await waitAtMost(closeTimeout, provider.shutdown()).catch(() => false)
    },
  }
}
