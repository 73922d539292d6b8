import { describe, expect, it } from 'vitest'
import { createDrafts, sceneOf } from './drafts.ts'

function memory(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

describe('drafts', () => {
  it('keeps one text per scene and per owner', () => {
    const storage = memory()
    const drafts = createDrafts(() => storage, 'pat')
    drafts.keep(sceneOf('c1', 'ines'), 'I was about to say')
    drafts.keep(sceneOf(null, 'ines'), 'Hello')
    expect(drafts.read(sceneOf('c1', 'ines'))).toBe('I was about to say')
    expect(drafts.read(sceneOf(null, 'ines'))).toBe('Hello')
    expect(drafts.read(sceneOf(null, 'tomas'))).toBe('')
    expect(createDrafts(() => storage, 'kim').read(sceneOf('c1', 'ines'))).toBe('')
  })

  it('leaves nothing behind once a draft is let go', () => {
    const storage = memory()
    const drafts = createDrafts(() => storage, 'pat')
    drafts.keep('c1', 'x')
    drafts.keep('c1', '')
    expect(storage.length).toBe(0)
  })

  it('goes on without storage where the browser forbids it', () => {
    const drafts = createDrafts(() => {
      throw new Error('SecurityError')
    }, 'pat')
    drafts.keep('c1', 'x')
    expect(drafts.read('c1')).toBe('')
  })
})
