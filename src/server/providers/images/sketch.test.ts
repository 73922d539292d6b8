import { describe, expect, it } from 'vitest'
import { nameSketch, readSketch } from './sketch.ts'

describe('the name of a sketch', () => {
  it('is the same for the same words, however they are typed', () => {
    expect(nameSketch('An Old  Sailor ')).toBe(nameSketch('an old sailor'))
  })

  it('is another for other words', () => {
    const prompts = Array.from({ length: 500 }, (_, index) => `a sailor, number ${index}`)
    expect(new Set(prompts.map(nameSketch)).size).toBe(500)
  })

  it('remembers what was asked for, and nothing else', () => {
    expect(traitsOf('An elderly, bearded man with glasses, smiling')).toEqual(['beard', 'glasses', 'silver', 'smiling'])
    expect(traitsOf('a freckled girl with flowers in her hair')).toEqual(['freckles', 'flowers'])
    expect(traitsOf('someone bold, in a golden coat')).toEqual([])
  })

  it('fits the address of a portrait, whatever the prompt', () => {
    const prompts = [
      '',
      '王小明、眼鏡',
      '../../x',
      'x'.repeat(1000),
      'beard glasses hoops freckles flowers old grey smile sad',
    ]
    for (const prompt of prompts) expect(nameSketch(prompt)).toMatch(/^[a-z0-9-]{1,64}$/)
  })

  it('is told from every other name', () => {
    for (const name of ['ines-calder', 'sketch-1', `sketch-${'0'.repeat(24)}-z`, `sketch-${'0'.repeat(24)}-`]) {
      expect(readSketch(name)).toBeNull()
    }
  })
})

const traitsOf = (prompt: string) => [...(readSketch(nameSketch(prompt)) ?? ['not a sketch'])]
