import { expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { withAdultConfirmation } from './adult-confirmation.ts'

const required = new HttpError(403, JSON.stringify({ error: 'Please confirm', code: 'adult_confirmation_required' }))
const premium = new HttpError(403, JSON.stringify({ error: 'Premium', code: 'premium_required' }))

it.each([
  { refusal: required, answer: true, calls: 2, result: 'saved' },
  { refusal: required, answer: false, calls: 1, result: required },
  { refusal: premium, answer: true, calls: 1, result: premium },
])('retries a refused call only after the user has confirmed: $answer, $calls', async (row) => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(row.refusal).mockResolvedValueOnce('saved')
  const result = withAdultConfirmation(call, () => Promise.resolve(row.answer)).catch((error: unknown) => error)
  expect(await result).toBe(row.result)
  expect(call).toHaveBeenCalledTimes(row.calls)
})
