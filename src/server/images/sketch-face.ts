import type { StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'
import type { Trait } from '#server/providers/images/sketch.ts'
import { greys } from './face.ts'

const smiles: NonNullable<Options['mouth']> = ['happy02', 'happy05', 'happy10', 'happy14', 'happy18']
const frowns: NonNullable<Options['mouth']> = ['sad05', 'sad09']

/** What a prompt asked for is drawn for certain; what it did not name is left out or left open. */
export function asAsked(asked: ReadonlySet<Trait>): StyleOptions<Options> {
  const certainly = (trait: Trait) => (asked.has(trait) ? 100 : 0)
  const grey = asked.has('silver') ? greys.silver : asked.has('iron') ? greys.iron : null
  return {
    beardProbability: certainly('beard'),
    glassesProbability: certainly('glasses'),
    earringsProbability: certainly('earrings'),
    frecklesProbability: certainly('freckles'),
    hairAccessoriesProbability: certainly('flowers'),
    ...(grey ? { hairColor: [grey], eyebrowsColor: [greys.brow] } : {}),
    ...(asked.has('smiling') ? { mouth: smiles } : asked.has('grave') ? { mouth: frowns } : {}),
  }
}
