import { expect, it } from 'vitest'
import { findByName } from './find-by-name.ts'

it('finds a name without case and accents, by its beginning or by one of its words', () => {
  const all = [{ name: 'Ines Calder' }, { name: 'Ines' }, { name: 'Captain Rhodes' }, { name: 'Zoë' }]
  const find = (name: string) => findByName(all, name)?.name
  expect(find('ines')).toBe('Ines')
  expect(find('INES C')).toBe('Ines Calder')
  expect(find('rhodes')).toBe('Captain Rhodes')
  expect(find('zoe')).toBe('Zoë')
  expect(find('odes')).toBeUndefined()
  expect(find(' ')).toBeUndefined()
})
