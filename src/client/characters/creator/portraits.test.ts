import { describe, expect, it } from 'vitest'
import { CharacterFields } from '#shared/characters.ts'
import { facesShown, portraitsFor } from './portraits.ts'

describe('portraitsFor', () => {
  it('offers the same faces for the same name and round', () => {
    expect(portraitsFor('Léonie Baptiste', 0)).toEqual(portraitsFor('Léonie Baptiste', 0))
    expect(portraitsFor('Léonie Baptiste', 0)[0]).toBe('/portraits/leonie-baptiste-1.svg')
  })

  it('offers other faces in the next round', () => {
    const first = new Set(portraitsFor('Wren', 0))
    expect(first.size).toBe(facesShown)
    expect(portraitsFor('Wren', 1).some((face) => first.has(face))).toBe(false)
  })

  it('makes an address the contract takes, whatever the name', () => {
    for (const name of ['', '王小明', '!!!', 'x'.repeat(100), '-- a --']) {
      for (const face of portraitsFor(name, 3)) {
        expect(CharacterFields.shape.avatar.safeParse(face).success).toBe(true)
        expect(face).toMatch(/^\/portraits\/[a-z0-9-]{1,64}\.svg$/)
      }
    }
  })
})
