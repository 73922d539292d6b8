import { Counter, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { LastHour } from './last-hour.ts'

const registers = [new Registry()]
const seconds = new Histogram({ name: 'seconds', help: '-', registers })
const errors = new Counter({ name: 'errors', help: '-', labelNames: ['kind', 'other'], registers })

it('adds up what differs in other labels, and forgets what is older than an hour', async () => {
  const hour = new LastHour([seconds, errors])
  for (const other of ['x', 'y']) errors.inc({ kind: 'rate', other })
  seconds.observe(0.5)
  expect(Object.fromEntries(await hour.read())).toMatchObject({ seconds_sum: 0.5, 'errors rate': 2 })
  await hour.takeSnapshot()
  seconds.observe(3)
  errors.inc({ kind: 'key', other: 'x' })
  const added = { seconds_sum: 3, seconds_count: 1, 'errors rate': 0, 'errors key': 1 }
  expect(Object.fromEntries(await hour.read())).toMatchObject(added)
  for (let taken = 0; taken < 12; taken += 1) await hour.takeSnapshot()
  expect((await hour.read()).get('errors key')).toBe(0)
})
