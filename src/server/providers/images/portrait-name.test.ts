import { describe, expect, it } from 'vitest'
import { illustratorWords } from '#shared/images.ts'
import { parsePortraitName, portraitName } from './portrait-name.ts'

describe('the name of a portrait', () => {
  it("holds the prompt's traits and no others", () => {
    expect(traitsOf('An elderly, bearded man with glasses, smiling')).toEqual([
      'beard',
      'glasses',
      'white hair',
      'smiling',
    ])
    expect(traitsOf('a freckled girl with flowers in her hair')).toEqual(['freckles', 'flowers'])
    expect(traitsOf('someone bold, in a golden coat')).toEqual([])
    expect(traitsOf('a kind librarian in a long grey coat, not old')).toEqual([])
    expect(traitsOf('a woman with long, dark red hair and no glasses')).toEqual(['long hair', 'red hair'])
    expect(traitsOf('a bald man with a red beard and sunglasses')).toEqual(['beard', 'bald', 'red hair', 'sunglasses'])
  })

  it('has a trait for each word that the creator lists', () => {
    for (const word of illustratorWords.flatMap(({ words }) => words)) {
      expect(traitsOf(`someone, ${word}`), word).toHaveLength(1)
    }
  })

  it('is valid in the address of a portrait for any prompt', () => {
    const prompts = [
      '',
      '王小明、眼鏡',
      '../../x',
      'x'.repeat(1000),
      'beard glasses hoops freckles flowers old grey smile sad',
    ]
    for (const prompt of prompts) expect(portraitName(prompt)).toMatch(/^[a-z0-9-]{1,64}$/)
  })
})

const traitsOf = (prompt: string) => [...(parsePortraitName(portraitName(prompt)) ?? ['not the name of a portrait'])]
