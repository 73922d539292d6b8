import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Prints which packages of OpenTelemetry are looked up when a tracer is opened. */
const script = (endpoint: string) => `
  import { registerHooks } from 'node:module'
  const found = new Set()
  registerHooks({ resolve: (name, context, next) => (found.add(name), next(name, context)) })
  const { openTracer } = await import('#server/core/tracer.ts')
  await openTracer(${endpoint}, {})
  console.log([...found].filter((name) => name.startsWith('@opentelemetry/')).length)`

it.each([
  ['undefined', false],
  ["'http://127.0.0.1:9'", true],
])('loads OpenTelemetry with an endpoint alone: %s', (endpoint, isLoaded) => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script(endpoint)], { encoding: 'utf8' })
  expect(Number(output) > 0).toBe(isLoaded)
})
