import { expect, test } from 'vitest'
import { boundWork } from './bounded-work.ts'

test('work waits for other work, and is refused where an account or the instance has too much', async () => {
  const run = boundWork({ max: 3, maxPerAccount: 2, maxRunning: 1, message: 'Too much.' })
  const ends: (() => void)[] = []
  const begin = (account: string) => run(account, () => new Promise<void>((resolve) => ends.push(resolve)))
  const refused = { code: 'unavailable', message: 'Too much.', retryAfter: 5 }
  const begun = [begin('one'), begin('one')]
  await expect(begin('one')).rejects.toMatchObject(refused)
  begun.push(begin('two'))
  await expect(begin('three')).rejects.toMatchObject(refused)
  for (let ended = 0; ended < 3; ended += 1) {
    await expect.poll(() => ends.length).toBe(1)
    ends.pop()?.()
    await begun[ended]
  }
  expect(await run('one', () => 'done')).toBe('done')
  await expect(run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await run('one', () => 'again')).toBe('again')
})
