import type { StyleOptions } from '@dicebear/core'
import { type Options, schema } from '@dicebear/lorelei'
import { z } from 'zod'

type Variant<K extends keyof Options> = NonNullable<Options[K]> extends (infer V)[] ? V : never

/** A portrait whose parts were chosen by hand, by the names DiceBear gives them. */
export type PortraitParts = z.infer<typeof PortraitParts>
export const PortraitParts = z.strictObject({
  head: variantsOf('head'),
  hair: variantsOf('hair'),
  eyes: variantsOf('eyes'),
  eyebrows: variantsOf('eyebrows'),
  nose: variantsOf('nose'),
  mouth: variantsOf('mouth'),
  beard: variantsOf('beard').optional(),
  glasses: variantsOf('glasses').optional(),
  earrings: variantsOf('earrings').optional(),
  freckles: z.literal(true).optional(),
  flowers: z.literal(true).optional(),
  /** Colour of hair and beard; black without it. */
  greyHair: z.enum(['iron', 'silver']).optional(),
  /** Mirrors the portrait, so that the character looks to the left. */
  flip: z.literal(true).optional(),
})

function variantsOf<K extends keyof Options>(part: K) {
  const properties = schema.properties as Record<string, { items: { enum: (Variant<K> & string)[] } }>
  return z.literal(properties[part]?.items.enum ?? [])
}

const black = '000000'
/** Light enough against a dark poster, dark enough against the white face. */
export const greys = { iron: '7b7773', silver: 'b9b5b0', eyebrows: '4b4745' } as const

/** DiceBear's options for these parts and no others: each has a single value, so that nothing is left to the seed. */
export function styleOptionsOf(parts: PortraitParts): StyleOptions<Options> {
  const { head, hair, eyes, eyebrows, nose, mouth, beard, glasses, earrings, freckles, flowers, greyHair, flip } = parts
  return {
    head: [head],
    hair: [hair],
    hairColor: [greyHair ? greys[greyHair] : black],
    eyes: [eyes],
    eyebrows: [eyebrows],
    eyebrowsColor: [greyHair ? greys.eyebrows : black],
    nose: [nose],
    mouth: [mouth],
    ...(beard ? { beard: [beard], beardProbability: 100 } : { beardProbability: 0 }),
    ...(glasses ? { glasses: [glasses], glassesProbability: 100 } : { glassesProbability: 0 }),
    ...(earrings ? { earrings: [earrings], earringsProbability: 100 } : { earringsProbability: 0 }),
    frecklesProbability: freckles ? 100 : 0,
    hairAccessoriesProbability: flowers ? 100 : 0,
    flip: flip ?? false,
  }
}
