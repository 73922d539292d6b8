import { describe, expect, it } from 'vitest'
import { createDraftStore, emptyDraft } from './draft.ts'

/** A tab's storage, which outlives the page. */
function tab(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  } as Storage
  return { items, open: () => createDraftStore(() => storage) }
}

describe('the draft of the subscribe page', () => {
  it('survives a reload', () => {
    const { open } = tab()
    open().change('ada', { plan: 'premium', email: 'ada@example.com', paying: true })
    expect(open().read('ada')).toMatchObject({ plan: 'premium', email: 'ada@example.com', name: '', paying: true })
  })

  it('goes in with the visitor who signs up', () => {
    const { open } = tab()
    open().change(null, { plan: 'premium', name: 'Ada Quill' })
    const store = open()
    expect(store.read('ada')).toMatchObject({ plan: 'premium', name: 'Ada Quill' })
    store.change('ada', { email: 'ada@example.com' })
    expect(store.read('ada')).toMatchObject({ name: 'Ada Quill', email: 'ada@example.com' })
  })

  it('is shown to nobody else', () => {
    const store = tab().open()
    store.change('ada', { email: 'ada@example.com' })
    expect(store.read('ben')).toEqual(emptyDraft)
    expect(store.read(null)).toEqual(emptyDraft)
    store.change('ben', { name: 'Ben' })
    expect(store.read('ben')).toMatchObject({ email: '', name: 'Ben' })
  })

  it('tells those who look, and answers the same thing until it changes', () => {
    const store = tab().open()
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    expect(store.read('ada')).toBe(store.read('ada'))
    store.forget()
    expect(told).toBe(1)
  })

  it('makes do without storage, and with nonsense in it', () => {
    const closed = createDraftStore(() => {
      throw new Error('SecurityError')
    })
    closed.change('ada', { name: 'Ada' })
    expect(closed.read('ada').name).toBe('Ada')
    for (const stored of ['', '[', 'null', '{"plan":"admin","email":7,"paying":"yes"}']) {
      expect(tab({ 'subscribe-draft': stored }).open().read('ada')).toMatchObject(emptyDraft)
    }
  })
})
