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
    expect(drafts.read(sceneOf('c1', 'ines')).text).toBe('I was about to say')
    expect(drafts.read(sceneOf(null, 'ines')).text).toBe('Hello')
    expect(drafts.read(sceneOf(null, 'tomas')).text).toBe('')
    expect(createDrafts(() => storage, 'kim').read(sceneOf('c1', 'ines')).text).toBe('')
  })

  it('knows what a draft was sent under until something else is written', () => {
    const storage = memory()
    const drafts = createDrafts(() => storage, 'pat')
    drafts.keep('c1', 'Is anyone there?', 'id-1')
    expect(drafts.read('c1')).toEqual({ text: 'Is anyone there?', sentAs: 'id-1' })
    drafts.keep('c1', 'Is anyone there? It is me.')
    expect(drafts.read('c1')).toEqual({ text: 'Is anyone there? It is me.', sentAs: null })
  })

  it('leaves nothing behind once a draft is let go', () => {
    const storage = memory()
    const drafts = createDrafts(() => storage, 'pat')
    drafts.keep('c1', 'x', 'id-1')
    drafts.keep('c1', '')
    expect(storage.length).toBe(0)
  })

  it('goes on without storage where the browser forbids it', () => {
    const drafts = createDrafts(() => {
      throw new Error('SecurityError')
    }, 'pat')
    drafts.keep('c1', 'x')
    expect(drafts.read('c1')).toEqual({ text: '', sentAs: null })
  })
})
