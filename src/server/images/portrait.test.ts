import { describe, expect, it } from 'vitest'
import { cast } from '#server/characters/cast/index.ts'
import { nameSketch } from '#server/providers/images/sketch.ts'
import { castPortraits } from './cast-portraits.ts'
import { drawPortrait } from './portrait.ts'

/** The drawing alone: two names could differ in nothing but what is said about the file. */
const drawing = (svg: string) => svg.replace(/<metadata.*?<\/metadata>/s, '')

describe('the illustrator', () => {
  it('draws the same name the same way, and another name another way', () => {
    expect(drawPortrait('pat')).toBe(drawPortrait('pat'))
    expect(drawing(drawPortrait('pat'))).not.toBe(drawing(drawPortrait('sam')))
  })

  it('draws a picture on nothing: one svg, no script, nothing fetched, no background', () => {
    const svg = drawPortrait('ines-calder')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 980 980"/)
    expect(svg).toMatch(/<\/svg>$/)
    expect(drawing(svg)).not.toMatch(/<script|<image|href=|url\(|<rect|\bid=/i)
  })

  it('has a face chosen for every member of the cast, and for nobody who left', () => {
    expect([...castPortraits.keys()].sort()).toEqual(cast.map((member) => member.slug).sort())
  })

  it('gives no two members of the cast one face', () => {
    expect(new Set(cast.map((member) => drawing(drawPortrait(member.slug)))).size).toBe(cast.length)
  })

  it('draws a chosen face by the choice and not by chance', () => {
    const bearded = 'old-tomas'
    const parts = drawPortrait(bearded).length
    expect(castPortraits.get(bearded)).toMatchObject({ beard: '01', grey: 'silver' })
    expect(drawPortrait(bearded)).toContain('#b9b5b0')
    expect(parts).toBeGreaterThan(2_000)
    expect(drawPortrait('captain-rhodes')).not.toContain('#b9b5b0')
  })

  it('draws what a prompt asked for: the same prompt alike, other prompts otherwise', () => {
    const of = (prompt: string) => drawing(drawPortrait(nameSketch(prompt)))
    expect(of('an old sailor')).toBe(of('An old sailor'))
    expect(new Set(Array.from({ length: 40 }, (_, index) => of(`sailor ${index}`))).size).toBe(40)
    expect(of('an old sailor')).toContain('#b9b5b0')
    expect(of('a young sailor')).not.toContain('#b9b5b0')
  })

  it('draws whatever the name: any seed has a face', () => {
    for (let seed = 0; seed < 300; seed++) expect(drawing(drawPortrait(`seed-${seed}`)).length).toBeGreaterThan(2_000)
  })
})
