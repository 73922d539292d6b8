import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('plainText removes the markup and keeps the text', () => {
  expect(plainText('**Now**, *slowly*, read [the ledger](https://example.com/x).\n\n> She waits.')).toBe(
    'Now, slowly, read the ledger. She waits.',
  )
})

it('plainText of invisible content is empty', () => {
  expect(plainText('*\u200b* \u2060')).toBe('')
})
