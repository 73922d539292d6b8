import { asList, asRecord, readText } from '../json-values.ts'
import type { CharacterCard } from './card.ts'
import type { ContentRating } from './character.ts'

const count =
  (what: string, plural = `${what}s`) =>
  (value: unknown) => {
    const { length } = asList(value)
    return length === 0 ? '' : `${length.toLocaleString('en')} ${length === 1 ? what : plural}`
  }

/** The image in which a card is, as an asset. */
export const imageOfCard = 'ccdefault:'

/** Parts of a card that are kept and not used, and their names for the user. */
const unused: Readonly<Record<string, (value: unknown) => string>> = {
  assets: (assets) => count('asset')(asList(assets).filter((asset) => asRecord(asset).uri !== imageOfCard)),
}

/**
 * What a card has that this product keeps for exports and does nothing with yet, in words for the user.
 *
 * @example
 * listUnused({ data: { assets: [{ uri: 'embeded://a.png' }] } }) // ['1 asset']
 */
export function listUnused({ data }: Pick<CharacterCard, 'data'>): string[] {
  return Object.entries(unused)
    .map(([name, describe]) => describe(data[name]))
    .filter((text) => text !== '')
}

const explicit = /\bnsfw\b|18\+|\b(?:smut|erotica?|explicit|porn|hentai|kinks?|sexual)\b/i
const mature = /\b(?:mature|adults?|gore|violence|violent|dark|horror|drugs|abuse)\b/i

/**
 * The content rating that a card's tags and texts speak for. Only its author knows: the user is asked in any case.
 *
 * @example
 * suggestRating({ tags: ['Fantasy', 'NSFW'] }, '') // 'explicit'
 * suggestRating({ tags: ['Fantasy'] }, 'She keeps a lighthouse.') // 'general'
 */
export function suggestRating({ tags }: { tags: readonly unknown[] }, text: string): ContentRating {
  const said = tags.map(readText).join('\n')
  if (explicit.test(said)) return 'explicit'
  return mature.test(said) || explicit.test(text) ? 'mature' : 'general'
}
