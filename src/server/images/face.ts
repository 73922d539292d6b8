import type { StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'

type Choice<K extends keyof Options> = NonNullable<Options[K]> extends (infer V)[] ? V : never
/** The number a part is known by in the style's drawer: `'07'` for `variant07`. */
type Part<K extends keyof Options> = Choice<K> extends `variant${infer N}` ? N : never

/** A face chosen by hand, part by part. What is left out is not worn. */
export interface Face {
  head: Part<'head'>
  hair: Part<'hair'>
  eyes: Part<'eyes'>
  brows: Part<'eyebrows'>
  nose: Part<'nose'>
  mouth: Choice<'mouth'>
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
/** Light enough to stand off a dark poster, dark enough to stand off the white of the face. */
export const greys = { iron: '7b7773', silver: 'b9b5b0', brow: '4b4745' } as const

/** The illustrator's orders for one face and no other: every choice has a single answer. */
export function asDrawn(face: Face): StyleOptions<Options> {
  return {
    head: [`variant${face.head}`],
    hair: [`variant${face.hair}`],
    hairColor: [face.grey ? greys[face.grey] : ink],
    eyes: [`variant${face.eyes}`],
    eyebrows: [`variant${face.brows}`],
    eyebrowsColor: [face.grey ? greys.brow : ink],
    nose: [`variant${face.nose}`],
    mouth: [face.mouth],
    ...(face.beard ? { beard: [`variant${face.beard}`], beardProbability: 100 } : { beardProbability: 0 }),
    ...(face.glasses ? { glasses: [`variant${face.glasses}`], glassesProbability: 100 } : { glassesProbability: 0 }),
    ...(face.earrings
      ? { earrings: [`variant${face.earrings}`], earringsProbability: 100 }
      : { earringsProbability: 0 }),
    frecklesProbability: face.freckles ? 100 : 0,
    hairAccessoriesProbability: face.flowers ? 100 : 0,
    flip: face.turned ?? false,
  }
}
