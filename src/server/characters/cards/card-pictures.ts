import type { CardFile, CharacterCard } from '#engine/cards/card.ts'
import { findEmotions, findMainAsset, findPicture, withoutAssets } from '#engine/cards/read-card.ts'
import { type CardPicture, withPictures } from '#engine/cards/write-card.ts'
import { asList, asRecord } from '#engine/json-values.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { CharacterFields } from '#shared/characters.ts'

/** What cards need of the storage of images. */
export interface CardImages {
  /** Draws the image of a character as a PNG. */
  readPng: (avatar: string) => Promise<Uint8Array>
  /** A picture of others as a WebP of this server. */
  toWebp: (image: Uint8Array) => Promise<Uint8Array>
  /** Stores a picture as an image of its owner, and returns its address. */
  save: (owner: Viewer, image: Uint8Array) => Promise<string>
  /** A stored image; null where there is none. */
  read: (address: string) => Promise<Uint8Array | null>
}

interface WholeCard {
  card: CharacterCard
  files: CardFile[]
}
type Pictures = Pick<CharacterFields, 'expressions' | 'background'>

/** Where an asset of a stored card has the address of the image that was made of it. No export has it. */
const addressField = 'troupe_image'

/**
 * Stores the expressions and the background of a card that is imported as images of its author. The card keeps its assets and
 * their files, so that exports have the original bytes of pictures that the author does not change. `left`: what was not taken.
 */
export async function takePictures(
  images: Pick<CardImages, 'save'>,
  author: Viewer,
  whole: WholeCard,
): Promise<WholeCard & Pictures & { left: WholeCard; notes: string[] }> {
  const taken = new Map<unknown, string>()
  const problems: string[] = []
  const save = async (asset: unknown, bytes: Uint8Array) => {
    try {
      const address = await images.save(author, bytes)
      taken.set(asset, address)
      return address
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.push(error.message)
      return ''
    }
  }
  const expressions: Pictures['expressions'] = {}
  for (const [expression, { asset, bytes }] of findEmotions(whole.card, whole.files)) {
    const address = await save(asset, bytes)
    if (address) expressions[expression] = address
  }
  const image = findPicture(whole.card, 'background', whole.files)
  const background = image ? await save(findMainAsset(whole.card, 'background'), image) : ''
  const missed = problems.length === 1 ? 'One picture was not taken' : `${problems.length} pictures were not taken`
  const notes = problems.length === 0 ? [] : [`${missed}: ${problems[0]} Exports have what was not taken.`]
  const card = mapAssets(whole.card, (asset) => {
    const address = taken.get(asset)
    return address === undefined ? asset : { ...asRecord(asset), [addressField]: address }
  })
  return { ...whole, card, left: withoutAssets(whole, [...taken.keys()]), expressions, background, notes }
}

/** A stored card as an export has it. */
export const withoutAddresses = (card: CharacterCard) =>
  mapAssets(card, (asset) => {
    const { [addressField]: address, ...fields } = asRecord(asset)
    return address === undefined ? asset : fields
  })

function mapAssets(card: CharacterCard, map: (asset: unknown) => unknown): CharacterCard {
  const { assets } = card.data
  return Array.isArray(assets) ? { ...card, data: { ...card.data, assets: assets.map(map) } } : card
}

/**
 * A stored card without pictures that its author has replaced or removed since, and the addresses of those that it does not
 * have.
 */
export function withCurrentPictures({ expressions, background }: Pictures, whole: WholeCard) {
  const stored = [
    ...Object.entries(expressions).map(([name, address]) => ({ type: 'emotion', name, address }) as const),
    { type: 'background', name: 'main', address: background } as const,
  ]
  const addressOf = (asset: unknown) => asRecord(asset)[addressField]
  const taken = asList(whole.card.data.assets).filter((asset) => addressOf(asset) !== undefined)
  const isCurrent = (asset: unknown) => stored.some(({ address }) => address === addressOf(asset))
  const { card, files } = withoutAssets(
    whole,
    taken.filter((asset) => !isCurrent(asset)),
  )
  const missing = stored.filter(({ address }) => !taken.some((asset) => addressOf(asset) === address))
  return { card: withoutAddresses(card), files, missing }
}

/**
 * A card with the expressions and the background of its character, for a file that can hold pictures. Those that came with the
 * card are its assets as they were.
 */
export async function addPictures(
  images: Pick<CardImages, 'read'>,
  shown: Pictures,
  stored: WholeCard,
): Promise<WholeCard> {
  const { missing, ...whole } = withCurrentPictures(shown, stored)
  const pictures: CardPicture[] = []
  for (const { address, ...picture } of missing) {
    const bytes = await images.read(address)
    if (bytes) pictures.push({ ...picture, bytes })
  }
  return withPictures(whole, pictures)
}
