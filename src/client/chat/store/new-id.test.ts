import { afterEach, expect, it, vi } from 'vitest'
import { newId } from './use-conversation.ts'

afterEach(() => vi.unstubAllGlobals())

it('newId returns version 4 UUIDs, also on an insecure origin', () => {
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(newId()).toMatch(version4)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = new Set(Array.from({ length: 100 }, newId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(version4)
})
