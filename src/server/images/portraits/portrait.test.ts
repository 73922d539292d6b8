import { describe, expect, it } from 'vitest'
import { expressions } from '#engine/expressions/expression.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { portraitName } from '#server/providers/images/portrait-name.ts'
import { drawPortrait, samplePortraits } from './portrait.ts'

const slugs = readSampleCharacters().map(({ slug }) => slug)

describe('drawPortrait', () => {
  it('draws the same portrait for the same name, and another one for another name', () => {
    expect(drawPortrait('pat')).toBe(drawPortrait('pat'))
    expect(drawPortrait('pat')).not.toBe(drawPortrait('sam'))
  })

  it('returns one SVG without scripts, external references, metadata, ids or a background', () => {
    const svg = drawPortrait('ines-calder')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 980 980"/)
    expect(svg).toMatch(/<\/svg>$/)
    expect(svg).not.toMatch(/<script|<image|<metadata|href=|url\(|<rect|\bid=/i)
  })

  it('has chosen parts for exactly the sample characters', () => {
    expect([...samplePortraits.keys()].sort()).toEqual(slugs.toSorted())
  })

  it('draws a different portrait for each sample character', () => {
    expect(new Set(slugs.map((slug) => drawPortrait(slug))).size).toBe(slugs.length)
  })

  it.each(['ines-calder', 'mordecai-thrupp', 'some-seed', 'sketch-0123456789abcdef01234567-abr'])(
    'draws %s with each expression as the same person with another face',
    (name) => {
      const drawings = expressions.map((expression) => drawPortrait(name, expression))
      expect(drawings[expressions.indexOf('neutral')]).toBe(drawPortrait(name))
      expect(new Set(drawings).size).toBe(expressions.length)
      const partsOf = (svg: string) => svg.split(/<(?=path|g)/)
      const missingIn = (svg: string) => partsOf(drawPortrait(name)).filter((part) => !partsOf(svg).includes(part))
      // Eyes, brows and mouth.
      for (const svg of drawings) expect(missingIn(svg).length).toBeLessThanOrEqual(3)
    },
  )

  it("draws a prompt's traits, and differs from prompt to prompt", () => {
    const drawn = (prompt: string) => drawPortrait(portraitName(prompt))
    expect(drawn('an old sailor')).toBe(drawn('An old sailor'))
    expect(new Set(Array.from({ length: 40 }, (_, index) => drawn(`sailor ${index}`))).size).toBe(40)
    expect(drawn('an old sailor')).toContain('#b9b5b0')
    expect(drawn('a young sailor')).not.toContain('#b9b5b0')
    expect(drawn('an old sailor with red hair')).toMatch(/#a8482c/)
    expect(drawn('an old sailor with red hair')).not.toContain('#b9b5b0')
    const eight = (words: string) => Array.from({ length: 8 }, (_, index) => drawn(`${words}, number ${index}`).length)
    expect(Math.max(...eight('a bald sailor')), 'ink of bald heads and of long hair').toBeLessThan(
      Math.min(...eight('a sailor with long curly hair')),
    )
  })
})
