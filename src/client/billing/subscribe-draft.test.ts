import { expect, it } from 'vitest'
import { createStorage } from '#tests/support/memory-storage.ts'
import { createDraftStore, emptyDraft } from './subscribe-draft.ts'

/** A tab: `open` creates a store like a page load does. */
function createTab(initial: Record<string, string> = {}) {
  const storage = createStorage(initial)
  return { open: () => createDraftStore(() => storage) }
}

it('the draft survives a reload', () => {
  const { open } = createTab()
  open().change('ada', { plan: 'premium', email: 'ada@example.com' })
  expect(open().read('ada')).toMatchObject({ plan: 'premium', email: 'ada@example.com', name: '' })
})

it('the draft of a visitor becomes the draft of the user who signs up', () => {
  const { open } = createTab()
  open().change(null, { plan: 'premium', name: 'Ada Quill' })
  const store = open()
  expect(store.read('ada')).toMatchObject({ plan: 'premium', name: 'Ada Quill' })
  store.change('ada', { email: 'ada@example.com' })
  expect(store.read('ada')).toMatchObject({ name: 'Ada Quill', email: 'ada@example.com' })
})

it('the draft is not shown to other users', () => {
  const store = createTab().open()
  store.change('ada', { email: 'ada@example.com' })
  expect(store.read('ben')).toEqual(emptyDraft)
  expect(store.read(null)).toEqual(emptyDraft)
  store.change('ben', { name: 'Ben' })
  expect(store.read('ben')).toMatchObject({ email: '', name: 'Ben' })
})

it.each(['', '[', 'null', '{"plan":"admin","email":7}'])('the draft ignores invalid stored data: %j', (stored) => {
  expect(createTab({ 'subscribe-draft': stored }).open().read('ada')).toMatchObject(emptyDraft)
})
