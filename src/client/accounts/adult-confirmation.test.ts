import { describe, expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { adultConfirmation, askForAdultConfirmation, withAdultConfirmation } from './adult-confirmation.ts'

const refusal = new HttpError(403, JSON.stringify({ error: 'Please confirm', code: 'adult_confirmation_required' }))
const answer = (confirmed: boolean) => adultConfirmation.getSnapshot()?.answer(confirmed)

describe('the adult confirmation', () => {
  it('is asked for when a call is refused for want of it, and the call is made again', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal).mockResolvedValueOnce('saved')
    const done = withAdultConfirmation(call)
    await vi.waitFor(() => expect(adultConfirmation.getSnapshot()).not.toBeNull())
    answer(true)
    expect(await done).toBe('saved')
    expect(call).toHaveBeenCalledTimes(2)
    expect(adultConfirmation.getSnapshot()).toBeNull()
  })

  it('leaves the refusal standing when it is not given', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(refusal)
    const done = withAdultConfirmation(call)
    await vi.waitFor(() => expect(adultConfirmation.getSnapshot()).not.toBeNull())
    answer(false)
    await expect(done).rejects.toBe(refusal)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('is not asked for by any other fault', async () => {
    const other = new HttpError(403, JSON.stringify({ error: 'Premium', code: 'premium_required' }))
    await expect(withAdultConfirmation(() => Promise.reject(other))).rejects.toBe(other)
    expect(adultConfirmation.getSnapshot()).toBeNull()
  })

  it('has one question at a time: the older one is answered with no', async () => {
    const first = askForAdultConfirmation()
    const second = askForAdultConfirmation()
    expect(await first).toBe(false)
    answer(true)
    expect(await second).toBe(true)
  })

  it('tells whoever listens', async () => {
    const listener = vi.fn()
    const stop = adultConfirmation.subscribe(listener)
    const asked = askForAdultConfirmation()
    answer(true)
    await asked
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })
})
