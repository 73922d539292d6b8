import { expect, test } from 'vitest'
import { expandMacros } from '#engine/macros/expand.ts'
import { median, ms } from '#tests/bench/figures.ts'
import { recordFigures } from './figures.ts'

/** Milliseconds of processor time. */
const maxTime = 10
const context = {
  char: 'C'.repeat(100),
  user: 'U'.repeat(50),
  original: 'O'.repeat(8_000),
  random: Math.random,
  seed: 'conversation',
}

test.each([
  '{{roll:999d9}}',
  '{{roll:100d9}}',
  '<bot>',
  '{{char}}',
  '{{reverse:<bot>}}',
  '{{pick:a,b,c}}',
  '{{random:,,,,,,,,}}',
  '{{original}}',
  '{{a:{{char}}',
  '{{',
  `${'{{reverse:'.repeat(8)}${'<bot>'.repeat(50)}${'}}'.repeat(8)}`,
  `${'{{random:'.repeat(8)}${'<bot>,'.repeat(50)}${'}}'.repeat(8)}`,
])('20 kB of %s are expanded in less than 10 ms of processor time', (unit) => {
  const template = unit.repeat(Math.ceil(20_000 / unit.length)).slice(0, 20_000)
  const times = Array.from({ length: 31 }, () => {
    const before = process.cpuUsage()
    expandMacros(template, context)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  recordFigures('Macros', { '20 kB of': `\`${unit.slice(0, 30)}\``, 'processor time': ms(median(times)) })
  expect(median(times)).toBeLessThan(maxTime)
})
