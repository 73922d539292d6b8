import type { CardFile, CharacterCard } from '#engine/cards/card.ts'
import { findBackground, findEmotions, findMainAsset, withoutAssets } from '#engine/cards/read-card.ts'
import { type CardPicture, withPictures } from '#engine/cards/write-card.ts'
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

/**
 * Stores the expressions and the background of a card that is imported as images of its author, and takes them out of the card.
 * What cannot be stored stays in the card, and is exported again.
 */
export async function takePictures(
  images: Pick<CardImages, 'save'>,
  author: Viewer,
  whole: WholeCard,
): Promise<WholeCard & Pictures & { notes: string[] }> {
  const taken: unknown[] = []
  const problems: string[] = []
  const save = async (asset: unknown, bytes: Uint8Array) => {
    try {
      const address = await images.save(author, bytes)
      taken.push(asset)
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
  const image = findBackground(whole.card, whole.files)
  const background = image ? await save(findMainAsset(whole.card, 'background'), image) : ''
  const left = problems.length === 1 ? 'One picture was not taken' : `${problems.length} pictures were not taken`
  const notes = problems.length === 0 ? [] : [`${left}: ${problems[0]} Exports have what was not taken.`]
  return { ...withoutAssets(whole, taken), expressions, background, notes }
}

/** A card with the expressions and the background of its character, for a file that can hold pictures. */
export async function addPictures(
  images: Pick<CardImages, 'read'>,
  { expressions, background }: Pictures,
  whole: WholeCard,
): Promise<WholeCard> {
  const stored = [
    ...Object.entries(expressions).map(([name, address]) => ({ type: 'emotion', name, address }) as const),
    { type: 'background', name: 'main', address: background } as const,
  ]
  const pictures: CardPicture[] = []
  for (const { address, ...picture } of stored) {
    const bytes = await images.read(address)
    if (bytes) pictures.push({ ...picture, bytes })
  }
  return withPictures(whole, pictures)
}
