import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DurationHistogram } from './duration-histogram.ts'

it('has a median within 5 % of the true one, also when added up from parts', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(durations, fc.nat(), (all, cut) => {
      const parts = [all.slice(0, cut % all.length), all.slice(cut % all.length)].map((part) => {
        const histogram = new DurationHistogram()
        for (const duration of part) histogram.add(duration)
        return histogram.toJson()
      })
      const whole = new DurationHistogram()
      for (const part of parts) whole.addJson(part)
      const expected = all.toSorted((a, b) => a - b)[Math.ceil(all.length / 2) - 1] ?? 0
      expect(Math.abs((whole.median ?? 0) - expected)).toBeLessThanOrEqual(expected * 0.05 + 0.5)
    }),
  )
})

it('has no median while it is empty', () => {
  expect(new DurationHistogram().median).toBeNull()
})
