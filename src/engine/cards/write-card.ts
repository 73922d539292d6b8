import { toVersion2 } from './backfill.ts'
import type { CharacterCard } from './card.ts'
import { imageOfCard } from './describe-card.ts'
import { writePngTexts } from './png.ts'

/**
 * A card as a JSON file, with what version 3 demands of each card.
 *
 * @example
 * JSON.parse(writeCardJson({ data: { name: 'Ilse' } })).data.assets[0].uri // 'ccdefault:'
 */
export function writeCardJson(card: CharacterCard): string {
  return `${JSON.stringify(complete(card), null, 2)}\n`
}

/** The PNG with the card in it: as version 3, and as a copy in version 2. */
export function writeCardPng(png: Uint8Array, card: CharacterCard): Uint8Array<ArrayBuffer> {
  const whole = complete(card)
  return writePngTexts(png, [
    { keyword: 'chara', text: encode(toVersion2(whole)) },
    { keyword: 'ccv3', text: encode(whole) },
  ])
}

/** Without assets, the image of the card is its icon. */
function complete(card: CharacterCard): CharacterCard {
  const { assets } = card.data
  if (Array.isArray(assets) && assets.length > 0) return card
  return { ...card, data: { ...card.data, assets: [{ type: 'icon', uri: imageOfCard, name: 'main', ext: 'png' }] } }
}

/** Base64 of the JSON in UTF-8. */
function encode(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}
