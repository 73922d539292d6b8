import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

interface Operation {
  summary?: string
}

/** The contract as an OpenAPI document, and a plain page to read it. */
export async function registerApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Troupe', version: '1', description: 'All calls send the session cookie; bodies are JSON.' },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger())
  app.get('/api/docs', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> }
    const rows = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => row(method, path, operation)),
    )
    return reply.type('text/html; charset=utf-8').send(page(rows.join('\n')))
  })
}

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function row(method: string, path: string, operation: Operation): string {
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${asText(path)}</code></summary>
<pre>${asText(JSON.stringify(operation, null, 2))}</pre></details>`
}

function page(rows: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Troupe: the HTTP contract</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.5rem 0;cursor:pointer}
b{display:inline-block;min-width:4.5rem}pre{overflow:auto;background:#f4f1ea;padding:1rem;border-radius:.5rem}</style>
<main><h1>The HTTP contract</h1><p>The same as a document for tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${rows}</main></html>`
}
