import { Counter, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { LastHour } from './last-hour.ts'

const registers = [new Registry()]
const seconds = new Histogram({
  name: 'seconds',
  help: '-',
  buckets: [1, 2, 4],
  labelNames: ['model', 'other'],
  registers,
})
const errors = new Counter({ name: 'errors', help: '-', labelNames: ['kind', 'other'], registers })

it('adds up labels that are not told apart, interpolates quantiles, and forgets what is older than an hour', async () => {
  const hour = new LastHour([
    { metric: seconds, by: ['model'] },
    { metric: errors, by: ['kind'] },
  ])
  for (const other of ['x', 'y']) {
    errors.inc({ kind: 'rate', other })
    seconds.observe({ model: 'a', other }, 0.5)
    seconds.observe({ model: 'a', other }, 3)
  }
  await hour.takeSnapshot()
  expect((await hour.read()).quantile('seconds', 0.5)).toBeNull()
  seconds.observe({ model: 'b', other: 'x' }, 9)
  errors.inc({ kind: 'key', other: 'x' })
  const figures = await hour.read()
  expect(figures.countBy('errors', 'kind')).toEqual([{ label: 'key', count: 1 }])
  expect(figures.quantile('seconds', 0.5, { model: 'a' })).toBeNull()
  expect(figures.quantile('seconds', 0.5, { model: 'b' })).toBe(4)
  for (let taken = 0; taken < 12; taken += 1) await hour.takeSnapshot()
  expect((await hour.read()).countBy('errors', 'kind')).toEqual([])

  const fresh = await new LastHour([{ metric: seconds, by: ['model'] }]).read()
  expect(fresh.quantile('seconds', 0.25, { model: 'a' })).toBe(0.5)
  expect(fresh.quantile('seconds', 0.75, { model: 'a' })).toBe(3)
})
