import { describe, expect, it } from 'vitest'
import { Shelf } from './shelf.ts'

describe('a shelf of two places', () => {
  it('gives back what it holds', () => {
    const shelf = new Shelf<string>(2)
    expect(shelf.put('a', 'A')).toBe('A')
    expect(shelf.get('a')).toBe('A')
    expect(shelf.get('b')).toBeUndefined()
  })

  it('lets go of what was longest unasked for, not of what came first', () => {
    const shelf = new Shelf<string>(2)
    shelf.put('a', 'A')
    shelf.put('b', 'B')
    shelf.get('a')
    shelf.put('c', 'C')
    expect(['a', 'b', 'c'].map((name) => shelf.get(name))).toEqual(['A', undefined, 'C'])
  })

  it('counts a name put twice once', () => {
    const shelf = new Shelf<string>(2)
    shelf.put('a', 'A')
    shelf.put('b', 'B')
    shelf.put('b', 'B2')
    expect([shelf.get('a'), shelf.get('b')]).toEqual(['A', 'B2'])
  })
})
