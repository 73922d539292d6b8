import { describe, expect, it } from 'vitest'
import { isDrawn, showable } from './picture.ts'

describe('showable', () => {
  it('shows our own pictures', () => {
    expect(showable('/portraits/ines-calder.svg')).toBe('/portraits/ines-calder.svg')
    expect(showable('/files/a/b.webp')).toBe('/files/a/b.webp')
  })

  it('shows nothing from elsewhere', () => {
    expect(showable('https://example.org/a.png')).toBe('')
    expect(showable('//example.org/a.png')).toBe('')
    expect(showable('javascript:alert(1)')).toBe('')
    expect(showable('')).toBe('')
  })
})

describe('isDrawn', () => {
  it('tells drawn portraits from photographs', () => {
    expect(isDrawn('/portraits/juno-park.svg')).toBe(true)
    expect(isDrawn('/files/juno.webp')).toBe(false)
  })
})
