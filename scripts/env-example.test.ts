import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Environment, readEnv } from '#server/core/env.ts'
import { hostedServices } from '#server/providers/models/services.ts'

const text = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8')
const examples = Object.fromEntries(
  [...text.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)

test('.env.example lists every variable the server reads, and no other', () => {
  const read = [...Object.keys(Environment.shape), ...hostedServices.map(({ keyVariable }) => keyVariable)]
  expect(Object.keys(examples).sort()).toEqual(read.sort())
})

test('compose.yaml passes every setting of .env but those of its containers', () => {
  const compose = readFileSync(path.join(import.meta.dirname, '..', 'compose.yaml'), 'utf8')
  const server = compose.slice(compose.indexOf('\n  troupe:'), compose.indexOf('\n  postgres:'))
  expect(server).toMatch(/^ {4}env_file: \.env$/m)
  const fixed = [...server.matchAll(/^ {6}([A-Z_]+):(?! \$\{\1:-)/gm)].map(([, name]) => name)
  expect(fixed).toEqual(['HOST', 'PORT', 'DATA_DIR', 'NODE_ENV', 'DATABASE_URL', 'REDIS_URL'])
})

test('.env.example has valid values', () => {
  expect(() => readEnv(examples)).not.toThrow()
})
