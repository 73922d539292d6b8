import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Crop, closest, cutOf, firstCrop, move, type Size, sideOf, zoomTo } from './crop.ts'

const wide = { width: 400, height: 200 }
const tall = { width: 200, height: 600 }

describe('the first crop', () => {
  it('is as large as the picture allows', () => {
    expect(cutOf(firstCrop(wide), wide)).toEqual({ left: 100, top: 0, side: 200 })
  })

  it('looks for the face in the upper part of a tall picture', () => {
    expect(cutOf(firstCrop(tall), tall)).toEqual({ left: 0, top: 20, side: 200 })
  })
})

describe('moving', () => {
  it('follows the hand: dragging right shows what is further left', () => {
    expect(cutOf(move(firstCrop(wide), wide, 0.25, 0), wide).left).toBe(50)
  })

  it('stops at the edge', () => {
    expect(cutOf(move(firstCrop(wide), wide, 9, 9), wide)).toEqual({ left: 0, top: 0, side: 200 })
    expect(cutOf(move(firstCrop(wide), wide, -9, -9), wide)).toEqual({ left: 200, top: 0, side: 200 })
  })
})

describe('zooming', () => {
  it('stays between the whole and the closest', () => {
    expect(zoomTo(firstCrop(wide), wide, 0.1).zoom).toBe(1)
    expect(zoomTo(firstCrop(wide), wide, 100).zoom).toBe(closest)
  })

  it('keeps what is under the pointer under the pointer', () => {
    const at = { x: 0.75, y: 0.25 }
    const under = (crop: Crop) => {
      const { left, top, side } = cutOf(crop, wide)
      return [left + at.x * side, top + at.y * side]
    }
    expect(under(zoomTo(firstCrop(wide), wide, 2, at))).toEqual(under(firstCrop(wide)))
  })
})

it('never leaves the picture, whatever is done to it', () => {
  const side = fc.integer({ min: 1, max: 8000 })
  const step = fc.record({
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    y: fc.double({ min: -3, max: 3, noNaN: true }),
    zoom: fc.double({ min: 0, max: 10, noNaN: true }),
  })
  fc.assert(
    fc.property(side, side, fc.array(step, { maxLength: 12 }), (width, height, steps) => {
      const picture: Size = { width, height }
      let crop = firstCrop(picture)
      for (const { x, y, zoom } of steps) crop = zoomTo(move(crop, picture, x, y), picture, zoom, { x: 0.2, y: 0.9 })
      const cut = cutOf(crop, picture)
      expect(Math.min(cut.left, cut.top)).toBeGreaterThanOrEqual(-1e-6)
      expect(cut.left + cut.side).toBeLessThanOrEqual(width + 1e-6)
      expect(cut.top + cut.side).toBeLessThanOrEqual(height + 1e-6)
      expect(sideOf(crop, picture)).toBeGreaterThan(0)
    }),
  )
})
