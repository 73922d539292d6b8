import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { notFound } from './api-error.ts'

const documentUrl = '/api/openapi.json'
const referenceUrl = '/api/docs'

/**
 * The HTTP contract: an OpenAPI document for tools, and Swagger UI for people. Both are made with the first request for
 * them, by a separate server that does not listen: most instances get no such request, and the packages take memory.
 */
export function registerApiDocument(app: FastifyInstance): void {
  const routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && !schema?.hide) routes.push({ method, url, schema })
  })
  let reference: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await reference)?.close())
  const answer = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    reference ??= createReference(routes)
    const { statusCode, headers, rawPayload } = await (await reference).inject({ method: 'GET', url })
    if (statusCode >= 400) throw notFound()
    for (const name of ['content-type', 'location']) if (headers[name]) reply.header(name, headers[name])
    return reply.status(statusCode).send(rawPayload)
  }
  for (const url of [documentUrl, referenceUrl, `${referenceUrl}/*`]) {
    app.get(url, { config: { access: 'public' }, schema: { hide: true } }, answer)
  }
}

async function createReference(routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const server = fastify({ exposeHeadRoutes: false })
  // Nothing is validated here: the schemas are only described.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => JSON.stringify)
  await server.register(swagger, {
    openapi: {
      info: { title: 'Troupe', version: '1', description: 'All calls send the session cookie; bodies are JSON.' },
    },
    transform: jsonSchemaTransform,
  })
  for (const { method, url, schema = {} } of routes) server.route({ method, url, schema, handler: () => {} })
  server.get(documentUrl, { schema: { hide: true } }, async () => server.swagger())
  await server.register(swaggerUi, {
    routePrefix: referenceUrl,
    theme: { title: 'Troupe: HTTP API' },
    uiConfig: { layout: 'BaseLayout' },
  })
  return server
}
