import type { StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'
import type { Trait } from '#server/providers/images/portrait-name.ts'
import { greys } from './portrait-parts.ts'

const smiles: NonNullable<Options['mouth']> = ['happy02', 'happy05', 'happy10', 'happy14', 'happy18']
const frowns: NonNullable<Options['mouth']> = ['sad05', 'sad09']

/**
 * DiceBear's options for the traits of a prompt. Accessories without a trait are left out; the seed decides the rest.
 */
export function traitOptions(traits: ReadonlySet<Trait>): StyleOptions<Options> {
  const probability = (trait: Trait) => (traits.has(trait) ? 100 : 0)
  const grey = traits.has('silver') ? greys.silver : traits.has('iron') ? greys.iron : null
  return {
    beardProbability: probability('beard'),
    glassesProbability: probability('glasses'),
    earringsProbability: probability('earrings'),
    frecklesProbability: probability('freckles'),
    hairAccessoriesProbability: probability('flowers'),
    ...(grey ? { hairColor: [grey], eyebrowsColor: [greys.eyebrows] } : {}),
    ...(traits.has('smiling') ? { mouth: smiles } : traits.has('grave') ? { mouth: frowns } : {}),
  }
}
