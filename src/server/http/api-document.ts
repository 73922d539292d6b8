import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The HTTP contract: an OpenAPI document for tools, and Swagger UI to read and try it. */
export async function registerApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Troupe', version: '1', description: 'All calls send the session cookie; bodies are JSON.' },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger())
  // A scope of its own, because the plugin's routes cannot declare their access.
  await app.register(async (scope) => {
    scope.decorate('pluginAccess', 'public')
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'Troupe: HTTP API' },
      uiConfig: { layout: 'BaseLayout' },
    })
  })
}
