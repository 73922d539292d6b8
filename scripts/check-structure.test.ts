import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let house: string

beforeEach(() => {
  house = mkdtempSync(path.join(tmpdir(), 'house-'))
  for (const folder of ['src/server/chat', 'tests', 'scripts']) mkdirSync(path.join(house, folder), { recursive: true })
})
afterEach(() => rmSync(house, { recursive: true, force: true }))

function check(code: string) {
  writeFileSync(path.join(house, 'src/server/chat/send.ts'), code)
  return spawnSync(process.execPath, [path.join(import.meta.dirname, 'check-structure.ts'), house], {
    encoding: 'utf8',
  })
}

test('ends well on a house that keeps the laws', () => {
  expect(check('export const now = (at: number) => at\n')).toMatchObject({ status: 0, stderr: '' })
})

test('fails on a planted violation and says where it is, which law it breaks and what to do', () => {
  const { status, stdout } = check('\nexport const now = () => Date.now()\n')
  expect(status).toBe(1)
  expect(stdout).toContain('src/server/chat/send.ts:2  [chance] calls Date.now\n    take the time')
})
