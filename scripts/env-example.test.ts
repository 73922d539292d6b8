import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '#server/core/env.ts'

const text = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8')
const examples = Object.fromEntries(
  [...text.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)

test('.env.example lists every variable the server reads, and no other', () => {
  const read = new Set<string>()
  const empty: Record<string, string | undefined> = {}
  readEnv(new Proxy(empty, { get: (_, name) => void read.add(String(name)) }))
  expect(Object.keys(examples).sort()).toEqual([...read].sort())
})

test('.env.example has valid values', () => {
  expect(() => readEnv(examples)).not.toThrow()
})
