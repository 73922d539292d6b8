import { expect, it } from 'vitest'
import { backoff, pause } from './reconnect.ts'

it('backoff doubles up to the limit, and jitter takes off at most half', () => {
  const longest = [1, 2, 3, 9].map((failures) => backoff(failures, () => 1))
  expect(longest).toEqual([400, 800, 1600, 15_000])
  expect(backoff(1, () => 0)).toBe(200)
})

it('a pause ends at once when its signal has aborted', () => pause(60_000, AbortSignal.abort()))
