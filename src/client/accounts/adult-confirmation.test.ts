import { describe, expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { askForAdultConfirmation, useAdultQuestion, withAdultConfirmation } from './adult-confirmation.ts'

const required = new HttpError(403, JSON.stringify({ error: 'Please confirm', code: 'adult_confirmation_required' }))
const openQuestion = () => useAdultQuestion.getState().question

describe('the adult confirmation', () => {
  it('is requested if the server requires it, and the call is retried', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(required).mockResolvedValueOnce('saved')
    const result = withAdultConfirmation(call)
    await expect.poll(() => openQuestion()).not.toBeNull()
    openQuestion()?.answer(true)
    expect(await result).toBe('saved')
    expect(call).toHaveBeenCalledTimes(2)
    expect(openQuestion()).toBeNull()
  })

  it('rejects with the original error if the user declines', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(required)
    const result = withAdultConfirmation(call)
    await expect.poll(() => openQuestion()).not.toBeNull()
    openQuestion()?.answer(false)
    await expect(result).rejects.toBe(required)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('is not requested after any other error', async () => {
    const other = new HttpError(403, JSON.stringify({ error: 'Premium', code: 'premium_required' }))
    await expect(withAdultConfirmation(() => Promise.reject(other))).rejects.toBe(other)
    expect(openQuestion()).toBeNull()
  })

  it('has one open question at a time: an older one is answered with no', async () => {
    const first = askForAdultConfirmation()
    const second = askForAdultConfirmation()
    expect(await first).toBe(false)
    openQuestion()?.answer(true)
    expect(await second).toBe(true)
  })

  it('notifies subscribers when a question opens and closes', async () => {
    const listener = vi.fn()
    const unsubscribe = useAdultQuestion.subscribe(listener)
    const answer = askForAdultConfirmation()
    openQuestion()?.answer(true)
    await answer
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()
  })
})
