import { expect, it, vi } from 'vitest'
import { createStorage } from '#tests/support/memory-storage.ts'

vi.stubGlobal('sessionStorage', createStorage())
const { changeDraft, draftOf } = await import('./subscribe-draft.ts')

it('the draft of a visitor becomes that of the user who signs up, and is not shown to other users', () => {
  changeDraft(null, { plan: 'premium', name: 'Ada Quill' })
  changeDraft('ada', { email: 'ada@example.com' })
  expect(draftOf('ada')).toMatchObject({ plan: 'premium', name: 'Ada Quill', email: 'ada@example.com' })
  expect([draftOf('ben'), draftOf(null)]).toMatchObject([{ name: '' }, { email: '' }])
  changeDraft('ben', { name: 'Ben' })
  expect(draftOf('ben')).toMatchObject({ plan: null, email: '', name: 'Ben' })
})
