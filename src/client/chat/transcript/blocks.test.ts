import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitBlocks } from './blocks.ts'

it('splits at any number of blank lines', () => {
  expect(splitBlocks('One.\n\n\n \nTwo,\nstill two.\n')).toEqual(['One.', 'Two,\nstill two.'])
  expect(splitBlocks('')).toEqual([])
})

it('keeps fenced code in one block, also before its end has arrived', () => {
  expect(splitBlocks('Look:\n\n```js\na\n\nb\n```\n\nDone.')).toEqual(['Look:', '```js\na\n\nb\n```', 'Done.'])
  expect(splitBlocks('```\na\n\nb')).toEqual(['```\na\n\nb'])
})

it('keeps indented text with its list item', () => {
  expect(splitBlocks('1. First\n\n   and more\n\nAfter')).toEqual(['1. First\n\n   and more', 'After'])
})

it('drops only blank lines, and does not change finished blocks while text arrives', () => {
  const text = fc
    .array(fc.constantFrom('A line.', '', '*b*', '"c"', '   d'), { maxLength: 14 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, fc.nat(), (whole, cut) => {
      const bare = (value: string) => value.replaceAll(/\s/g, '')
      expect(bare(splitBlocks(whole).join(''))).toBe(bare(whole))
      const early = splitBlocks(whole.slice(0, cut % (whole.length + 1)))
      expect(splitBlocks(whole).slice(0, Math.max(0, early.length - 1))).toEqual(early.slice(0, -1))
    }),
  )
})
