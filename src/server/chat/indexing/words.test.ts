import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokensOf } from './words.ts'

test('a plain text has the same tokens as next to one that is not', () => {
  const plain = fc.string({ unit: fc.constantFrom(..."aZ09 _-'.\n’“…—"), maxLength: 60 })
  fc.assert(
    fc.property(plain, (text) => {
      const other = tokensOf(`${text} 猫`)
      other.delete('猫')
      expect(tokensOf(text)).toEqual(other)
    }),
  )
})
