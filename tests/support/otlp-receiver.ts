import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { serve } from './serve.ts'

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.number().int() }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }))
const nanoseconds = z.string().regex(/^\d{19}$/)
const resource = z.strictObject({ attributes, droppedAttributesCount: z.literal(0) })
const Span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  /** 2: server, 3: client. */
  kind: z.union([z.literal(2), z.literal(3)]),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: z.literal(0),
  events: z.array(z.never()),
  droppedEventsCount: z.literal(0),
  status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
  links: z.array(z.never()),
  droppedLinksCount: z.literal(0),
  traceState: z.string().optional(),
  flags: z.number().int(),
})
const Body = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource,
      schemaUrl: z.string().optional(),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.object({ name: z.literal('troupe') }),
          spans: z.array(Span),
          schemaUrl: z.string().optional(),
        }),
      ),
    }),
  ),
})
export type ReceivedSpan = z.output<typeof Span> & { service: string }

/** A collector that speaks OTLP over HTTP, in JSON. It refuses what it does not know. */
export async function createOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    if (method !== 'POST' || url !== '/v1/traces' || headers['content-type'] !== 'application/json') {
      problems.push(`${method} ${url} ${headers['content-type']}`)
    }
    const body = Body.safeParse(await json(request))
    if (body.error) problems.push(z.prettifyError(body.error))
    for (const { resource: own, scopeSpans } of body.data?.resourceSpans ?? []) {
      const service = JSON.stringify(own.attributes)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
    }
    response.writeHead(body.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  })
  return { ...(await serve(server)), spans, problems }
}
