import { expect, test } from 'vitest'
import { SafetyPolicy } from '#server/safety/safety-policy.ts'
import { assertCheckable } from '#server/screening/screen-text.ts'
import { median, ms } from '#tests/bench/figures.ts'
import { recordFigures } from './figures.ts'

const policy = new SafetyPolicy()
/** Milliseconds of processor time. */
const maxTime = 250
const prose = 'She looks up from the ledger and says that the ferry left an hour ago. '

/** A text with as many letters and signs that stand alone as are accepted. */
function createText(unit: string, length: number): string {
  const accepted = Math.min(5_000, length * 0.1)
  const apart = unit.repeat(Math.floor(accepted / unit.replaceAll(/[ .]/g, '').length) - 1)
  // Ordinary words have a few of them too.
  const text = apart.slice(0, Math.floor(apart.length * 0.7)) + prose.repeat(Math.ceil(length / prose.length))
  return text.slice(0, length)
}

test.each(['l!i1|', '!', '1!', '5 ', 'a. ', 's 3 x '])(
  'texts of “%s” are checked or refused in a short time',
  (unit) => {
    for (const [name, length] of [
      ['a message of 16 kB', 16_000],
      ['a character of 160 kB', 160_000],
    ] as const) {
      const text = createText(unit, length)
      assertCheckable(text)
      const times = Array.from({ length: 7 }, () => {
        const before = process.cpuUsage()
        policy.check('message', text, { isFiltered: true })
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      })
      recordFigures('Safety policy', {
        'as much as accepted of': `\`${unit}\``,
        in: name,
        'processor time': ms(median(times)),
      })
      expect(median(times)).toBeLessThan(maxTime)
    }
    expect(() => assertCheckable(unit.repeat(8_000))).toThrow('too many single letters')
  },
)

test.each(['é', '日本', 'x', '1', '{{char}}', '5 1', 'ill111', 'k i l l m a ferry '])(
  '160 kB of “%s” are checked in a short time',
  (unit) => {
    const text = unit.repeat(160_000 / unit.length)
    const before = process.cpuUsage()
    policy.check('character', text, { isFiltered: true })
    const { user, system } = process.cpuUsage(before)
    recordFigures('Safety policy: one text all over', {
      '160 kB of': `\`${unit}\``,
      'processor time': ms((user + system) / 1000),
    })
    expect((user + system) / 1000).toBeLessThan(maxTime)
  },
)
