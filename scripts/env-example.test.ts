import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '#server/core/env.ts'

const lines = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8').split('\n')
const examples = lines.flatMap((line) => /^# ([A-Z_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
const shown = Object.fromEntries(examples.flatMap((name, at) => (at % 2 === 0 ? [[name, examples[at + 1]]] : [])))

test('.env.example shows every variable the server reads, and no other', () => {
  const read = new Set<string>()
  const nothing: Record<string, string | undefined> = {}
  readEnv(new Proxy(nothing, { get: (_, name) => void read.add(String(name)) }))
  expect(Object.keys(shown).sort()).toEqual([...read].sort())
})

test('.env.example shows values the server takes', () => {
  expect(() => readEnv(shown)).not.toThrow()
})
