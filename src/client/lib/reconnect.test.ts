import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { backoff, pause } from './reconnect.ts'

it('backoff doubles up to the limit, and jitter takes off at most half', () => {
  const longest = [1, 2, 3, 9].map((failures) => backoff(failures, () => 1))
  expect(longest).toEqual([400, 800, 1600, 15_000])
  expect(backoff(1, () => 0)).toBe(200)
})

describe('pause', () => {
  const never = new AbortController().signal

  it('ends at once when the network is back', async () => {
    const network = new EventTarget()
    const waiting = pause(60_000, never, network)
    network.dispatchEvent(new Event('online'))
    await waiting
  })

  it('ends at once when the signal aborts, or has aborted', async () => {
    const controller = new AbortController()
    const waiting = pause(60_000, controller.signal)
    controller.abort()
    await waiting
    await pause(60_000, controller.signal)
  })

  it('otherwise ends after the delay', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const onEnd = vi.fn()
    const waiting = pause(30, never).then(onEnd)
    await vi.advanceTimersByTimeAsync(29)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
  })
})
