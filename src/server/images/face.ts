import type { StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'

type Part<K extends keyof Options> = NonNullable<Options[K]> extends (infer V)[] ? V : never

/** A face chosen by hand, part by part. What is left out is not worn. */
export interface Face {
  head: Part<'head'>
  hair: Part<'hair'>
  eyes: Part<'eyes'>
  eyebrows: Part<'eyebrows'>
  nose: Part<'nose'>
  mouth: Part<'mouth'>
  beard?: Part<'beard'>
  glasses?: Part<'glasses'>
  earrings?: Part<'earrings'>
  freckles?: true
  flowers?: true
  /** Years show in the hair, beard and brows; ink otherwise. */
  grey?: 'iron' | 'silver'
  /** Looks to the left; everyone else looks to the right. */
  turned?: true
}

const ink = '000000'
const hairColours = { iron: '6d6a68', silver: 'b9b5b0' } as const

/** The illustrator's orders for one face and no other: every choice has a single answer. */
export function asDrawn(face: Face): StyleOptions<Options> {
  const hair = face.grey ? hairColours[face.grey] : ink
  return {
    head: [face.head],
    hair: [face.hair],
    hairColor: [hair],
    eyes: [face.eyes],
    eyebrows: [face.eyebrows],
    eyebrowsColor: [face.grey ? hairColours.iron : ink],
    nose: [face.nose],
    mouth: [face.mouth],
    ...(face.beard ? { beard: [face.beard], beardProbability: 100 } : { beardProbability: 0 }),
    ...(face.glasses ? { glasses: [face.glasses], glassesProbability: 100 } : { glassesProbability: 0 }),
    ...(face.earrings ? { earrings: [face.earrings], earringsProbability: 100 } : { earringsProbability: 0 }),
    frecklesProbability: face.freckles ? 100 : 0,
    hairAccessoriesProbability: face.flowers ? 100 : 0,
    flip: face.turned ?? false,
  }
}
