import { expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { useToasts } from '#client/ui/toast-store.ts'
import { ConversationBusyError } from '../store/tree-changes.ts'
import { attempt } from './message-actions.ts'

const shown = () => useToasts.getState().toasts[0]
const again = { label: 'Undo', onSelect: () => {} }

it('offers to retry a change that failed', async () => {
  expect(await attempt('Not restored', Promise.reject(new ConversationBusyError(true)), again)).toBe(false)
  expect(shown()).toMatchObject({ title: 'Not restored', variant: 'destructive', action: again })
  expect(shown()?.description).toContain('A reply is still being written.')
  await attempt('Not restored', Promise.reject(new TypeError('Failed to fetch')), again)
  expect(shown()?.action).toBe(again)
})

it('offers no retry when there is nothing left to change', async () => {
  const error = new HttpError(404, '{"error":"Not found.","code":"not_found"}')
  await attempt('Not restored', Promise.reject(error), again)
  expect(shown()).toMatchObject({ description: 'Not found.' })
  expect(shown()?.action).toBeUndefined()
})
