import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { schedule } from './schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('silent')

it('runs a task now and then every interval, until it is stopped', async () => {
  const task = vi.fn(async () => {})
  const stop = schedule(log, { name: 'test task', interval: 1_000, task })
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(task).toHaveBeenCalledTimes(3)
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(task).toHaveBeenCalledTimes(3)
})

it('logs a failed run, and runs again at the next interval', async () => {
  const error = vi.spyOn(log, 'error')
  const task = vi.fn(async () => {})
  task.mockRejectedValueOnce(new Error('no disk'))
  const stop = schedule(log, { name: 'test task', interval: 1_000, task })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(error).toHaveBeenCalledWith({ err: new Error('no disk') }, 'test task failed')
  expect(task).toHaveBeenCalledTimes(2)
  await stop()
})

it('does not start a run while the last one is in progress, and waits for it when stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const task = vi.fn(() => promise)
  const stop = schedule(log, { name: 'test task', interval: 1_000, task })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(task).toHaveBeenCalledTimes(1)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(isStopped).toBe(false)
  resolve()
  await stopped
  expect(isStopped).toBe(true)
})
