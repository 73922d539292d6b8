import { describe, expect, it } from 'vitest'
import { displayableSrc, isDrawnPortrait } from './image-src.ts'

describe('displayableSrc', () => {
  it('returns images on this server', () => {
    expect(displayableSrc('/portraits/ines-calder.svg')).toBe('/portraits/ines-calder.svg')
    expect(displayableSrc('/files/a/b.webp')).toBe('/files/a/b.webp')
  })

  it('returns an empty string for other hosts and schemes', () => {
    expect(displayableSrc('https://example.org/a.png')).toBe('')
    expect(displayableSrc('//example.org/a.png')).toBe('')
    expect(displayableSrc('javascript:alert(1)')).toBe('')
    expect(displayableSrc('')).toBe('')
  })
})

it('isDrawnPortrait is true for built-in portraits only', () => {
  expect(isDrawnPortrait('/portraits/juno-park.svg')).toBe(true)
  expect(isDrawnPortrait('/files/juno.webp')).toBe(false)
})
