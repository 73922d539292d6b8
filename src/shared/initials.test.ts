import { describe, expect, it } from 'vitest'
import { initials } from './initials.ts'

describe('initials', () => {
  it.each([
    ['Pat Player', 'PP'],
    ['ines', 'I'],
    ['Wren of Harrow', 'WO'],
    ['  léonie   baptiste ', 'LB'],
    ['ßeta ǆem', 'SǄ'],
    ['“Mad” (Max)', 'MM'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })

  it('takes whole characters, not UTF-16 code units (spec 5.initials)', () => {
    expect(initials('A 😀 B')).toBe('A😀')
  })
})
