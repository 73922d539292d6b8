import { describe, expect, test } from 'vitest'
import { SafetyPolicy } from './safety-policy.ts'

const policy = new SafetyPolicy()
const prose = 'She looks up from the ledger and says that the ferry left an hour ago. '
const minor = 'She is 15 years old and the scene turns sexual. '
const options = { isFiltered: false }

/** Counts the turns of the event loop that pass until work has ended. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work
  isOver = true
  return turns
}

describe('a long text', () => {
  test('is checked in parts, between which other requests are answered', async () => {
    const text = prose.repeat(160_000 / prose.length)
    expect(await countTurns(policy.checkInParts('character', text, options))).toBeGreaterThan(6)
    expect(await countTurns(policy.prepareCues('c1 1', () => text))).toBeGreaterThan(6)
    expect(await countTurns(policy.prepareCues('c1 1', () => text))).toBeLessThan(2)
  })

  test.each([0, 15_980, 16_000, 31_990, 100_000])('is judged as a whole, with a hit at about %i', async (at) => {
    const text = `${prose.repeat(at / prose.length)}${minor}${prose.repeat(300)}`
    const hit = policy.check('character', text, options)
    expect(hit?.rule.category).toBe('minors')
    expect(await policy.checkInParts('character', text, options)).toEqual(hit)
    await policy.prepareCues(`c2 ${at}`, () => text)
    expect(policy.contextCues(`c2 ${at}`, () => '')).toEqual(new Set(['minor']))
  })

  test('passes when nothing in it breaks a rule', async () => {
    expect(await policy.checkInParts('character', prose.repeat(1_000), options)).toBeNull()
    await policy.prepareCues('c3 1', () => prose.repeat(1_000))
    expect(policy.contextCues('c3 1', () => '')).toEqual(new Set())
  })
})

test('numbers are not read as words about minors', async () => {
  const numbers = Array.from({ length: 10_000 }, (_, number) => `It is number ${number}.`).join(' ')
  expect(await policy.presentsMinor(numbers)).toBe(false)
})
