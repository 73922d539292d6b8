import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '#server/core/env.ts'

const text = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8')
const shown = Object.fromEntries([...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

test('.env.example shows every variable the server reads, and no other', () => {
  const read = new Set<string>()
  const nothing: Record<string, string | undefined> = {}
  readEnv(new Proxy(nothing, { get: (_, name) => void read.add(String(name)) }))
  expect(Object.keys(shown).sort()).toEqual([...read].sort())
})

test('.env.example shows values the server takes', () => {
  expect(() => readEnv(shown)).not.toThrow()
})
