import { expect, it } from 'vitest'
import { excerpt, plainText } from './plain-text.ts'

it('plainText removes the markup and keeps the text', () => {
  expect(plainText('**Now**, *slowly*, read [the ledger](https://example.com/x).\n\n> She waits.')).toBe(
    'Now, slowly, read the ledger. She waits.',
  )
})

it('plainText keeps signs that are not markup where they stand', () => {
  expect(plainText('# Room #5\n> The <old> door of snake_case is _very_ heavy.')).toBe(
    'Room #5 The <old> door of snake_case is very heavy.',
  )
})

it('plainText of invisible content is empty', () => {
  expect(plainText('*\u200b* \u2060')).toBe('')
})

it.each([
  ['*She waits.* The lamp is lit.', 18, 'She waits. The…'],
  ['She waits.', 10, 'She waits.'],
  ['The lamp is lit.', 8, 'The lamp…'],
  ['Unbrokentextwithoutspaces', 8, 'Unbroken…'],
  ['雨が降っている夜に灯りがともる', 5, '雨が降って…'],
])('excerpt of %j in %i code points is %j', (text, max, cut) => {
  expect(excerpt(text, max)).toBe(cut)
})
