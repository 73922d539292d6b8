import { asList, asRecord, readText } from '../json-values.ts'
import { excerpt } from '../prose/plain-text.ts'
import type { CharacterCard } from './card.ts'
import type { ContentRating } from './character.ts'
import { findMainAsset } from './read-card.ts'

/** The image in which a card is, as an asset. */
export const imageOfCard = 'ccdefault:'

/**
 * What a card has that this product keeps for exports and does nothing with yet, in words for the user. The main icon is the
 * picture of the character.
 *
 * @example
 * listUnused({ data: { assets: [{ type: 'emotion', uri: 'embeded://a.png' }] } }) // ['1 asset (emotion)']
 */
export function listUnused(card: Pick<CharacterCard, 'data'>): string[] {
  const icon = findMainAsset(card, 'icon')
  const others = asList(card.data.assets).filter((asset) => asset !== icon)
  const byType = Map.groupBy(others, (asset) => excerpt(readText(asRecord(asset).type), 30) || 'unknown')
  return [...byType].map(([type, { length }]) => `${length} ${length === 1 ? 'asset' : 'assets'} (${type})`)
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
