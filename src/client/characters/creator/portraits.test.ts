import { expect, it } from 'vitest'
import { CharacterFields } from '#shared/characters.ts'
import { portraitsFor, portraitsPerPage } from './portraits.ts'

it('lists the same portraits for the same name and page', () => {
  expect(portraitsFor('Léonie Baptiste', 0)).toEqual(portraitsFor('Léonie Baptiste', 0))
  expect(portraitsFor('Léonie Baptiste', 0)[0]).toBe('/portraits/leonie-baptiste-1.svg')
})

it('lists other portraits on the next page', () => {
  const first = new Set(portraitsFor('Wren', 0))
  expect(first.size).toBe(portraitsPerPage)
  expect(portraitsFor('Wren', 1).some((portrait) => first.has(portrait))).toBe(false)
})

it('makes a valid avatar path from any name', () => {
  for (const name of ['', '王小明', '!!!', 'x'.repeat(100), '-- a --']) {
    for (const portrait of portraitsFor(name, 3)) {
      expect(CharacterFields.shape.avatar.safeParse(portrait).success).toBe(true)
      expect(portrait).toMatch(/^\/portraits\/[a-z0-9-]{1,64}\.svg$/)
    }
  }
})
