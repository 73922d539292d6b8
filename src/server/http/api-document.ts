import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  fastify,
  type RouteOptions,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { readRootFile } from '#server/core/version.ts'
import { notFound } from './api-error.ts'

const documentUrl = '/api/openapi.json'
const referenceUrl = '/api/docs'

/**
 * The HTTP contract: an OpenAPI document for tools, and Swagger UI for people. Both are made with the first request for
 * them, by a separate server that does not listen: most instances get no such request, and the packages take memory. Both
 * begin with docs/api.md, whose examples are tests.
 */
export function registerApiDocument(app: FastifyInstance): void {
  const routes: Described[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method === 'HEAD' || schema?.hide) return
    routes.push({ method, url, schema: { ...schema, ...describeAccess(config) } })
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

type Described = Pick<RouteOptions, 'method' | 'url' | 'schema'>

function describeAccess(config: RouteOptions['config']): FastifySchema {
  if (config?.access === 'public') return { security: [] }
  if (config?.key === undefined) return { security: [{ session: [] }], description: 'Not with an API key.' }
  return { security: [{ apiKey: [] }, { session: [] }], description: `Scope of API keys: \`${config.key}\`.` }
}

async function createReference(routes: Described[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, guide] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    readRootFile('docs/api.md'),
  ])
  const server = fastify({ exposeHeadRoutes: false })
  // Nothing is validated here: the schemas are only described.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => JSON.stringify)
  await server.register(swagger, {
    openapi: {
      info: { title: 'Troupe', version: '1', description: guide.replace(/^# .*/, '') },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key from the account page: `trp_…`' },
          session: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'For browsers' },
        },
      },
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
