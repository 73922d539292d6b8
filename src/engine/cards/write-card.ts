import { asList, asRecord, readText } from '../json-values.ts'
import { backfillNote, type CardData, type CardFile, type CharacterCard } from './card.ts'
import { imageOfCard } from './describe-card.ts'
import { writePngTexts } from './png.ts'
import { fileUri, findMainAsset, mapAssetUris, pngFile, withoutAssets } from './read-card.ts'

/**
 * A card as a JSON file, with what version 3 demands of each card.
 *
 * @example
 * JSON.parse(writeCardJson({ data: { name: 'Ilse' } })).data.assets[0].uri // 'ccdefault:'
 */
export function writeCardJson(card: CharacterCard): string {
  return `${JSON.stringify(complete(card), null, 2)}\n`
}

/**
 * The PNG with the card in it, as version 3 and as a copy in version 2, and with the files that come with it.
 *
 * @example
 * const { card } = toCard({ name: 'Ilse', first_mes: 'Ahoy.' })
 * readCard(writeCardPng(emptyPng, card)).card.data.name // 'Ilse'
 */
export function writeCardPng(
  png: Uint8Array,
  card: CharacterCard,
  files: readonly CardFile[] = [],
): Uint8Array<ArrayBuffer> {
  const keys = new Map(files.map(({ path }, index) => [path, pngKey(path, index)]))
  const whole = mapAssetUris(complete(card), (uri) => {
    const key = uri.startsWith(fileUri) && keys.get(uri.slice(fileUri.length))
    return key ? pngFile.uri + key : uri
  })
  return writePngTexts(png, [
    { keyword: 'chara', text: encode(toVersion2(whole)) },
    { keyword: 'ccv3', text: encode(whole) },
    ...files.map(({ path, bytes }) => ({ keyword: pngFile.keyword + keys.get(path), text: toBase64(bytes) })),
  ])
}

const secondNames = [
  'name',
  'description',
  'personality',
  'scenario',
  'first_mes',
  'mes_example',
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'character_book',
  'tags',
  'creator',
  'character_version',
  'extensions',
] as const satisfies (keyof CardData)[]

/**
 * The card in version 2, for programs that do not know version 3: without decorators, and with a note that says so.
 *
 * @example
 * toVersion2(toCard({ name: 'Ilse', first_mes: 'Ahoy.' }).card).spec // 'chara_card_v2'
 */
export function toVersion2({ data }: CharacterCard) {
  const known = Object.fromEntries(secondNames.filter((name) => name in data).map((name) => [name, data[name]]))
  const { character_book } = data
  return {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: {
      ...known,
      creator_notes: backfillNote + data.creator_notes,
      ...(character_book === undefined ? {} : { character_book: withoutDecorators(asRecord(character_book)) }),
    },
  }
}

/** Decorators are lines that begin with `@@`, before the text of an entry. */
const withoutDecorators = (book: Record<string, unknown>) => ({
  ...book,
  entries: asList(book.entries).map((entry) => ({
    ...asRecord(entry),
    content: readText(asRecord(entry).content).replace(/^(?:@@[^\n]*(?:\n|$))+/, ''),
  })),
})

/** The path, if the keyword of a PNG can have it. */
const pngKey = (path: string, index: number): string => (/^[\x21-\x7e]{1,60}$/.test(path) ? path : `file-${index}`)

/**
 * The files of a CHARX archive: the card as `card.json`, and those that come with it.
 *
 * @example
 * const { card } = toCard({ name: 'Ilse', first_mes: 'Ahoy.' })
 * writeCharx(card, []).map(({ path }) => path) // ['card.json']
 */
export const writeCharx = (card: CharacterCard, files: readonly CardFile[]): CardFile[] => [
  { path: 'card.json', bytes: new TextEncoder().encode(writeCardJson(card)) },
  ...files,
]

/** Where a CHARX has the picture of a character, as version 3 recommends. */
export const iconPath = 'assets/icon/images/main.png'

/**
 * The card with this address of its main icon, in place of the one that it has.
 *
 * @example
 * withMainIcon({ data: {} }, 'ccdefault:').data.assets // [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }]
 */
export function withMainIcon(card: CharacterCard, uri: string): CharacterCard {
  const main = findMainAsset(card, 'icon')
  const others = asList(card.data.assets).filter((asset) => asset !== main)
  const icon = { ...asRecord(main), type: 'icon', uri, name: 'main', ext: 'png' }
  return { ...card, data: { ...card.data, assets: [icon, ...others] } }
}

/** A picture of a character that goes into its card, as a WebP. */
export interface CardPicture {
  type: 'emotion' | 'background'
  name: string
  bytes: Uint8Array
}

/**
 * A card and its files with these pictures, in place of those of the same type and name.
 *
 * @example
 * const { card } = withPictures({ card: { data: {} }, files: [] }, [{ type: 'emotion', name: 'joy', bytes: Uint8Array.of(7) }])
 * card.data.assets // [{ type: 'emotion', uri: 'embeded://assets/emotion/images/joy.webp', name: 'joy', ext: 'webp' }]
 */
export function withPictures(
  whole: { card: CharacterCard; files: readonly CardFile[] },
  pictures: readonly CardPicture[],
): { card: CharacterCard; files: CardFile[] } {
  const isReplaced = (asset: unknown) => {
    const { type, name } = asRecord(asset)
    return pictures.some((picture) => picture.type === type && picture.name === name)
  }
  const { card, files } = withoutAssets(whole, asList(whole.card.data.assets).filter(isReplaced))
  const added = pictures.map(({ type, name, bytes }) => ({
    asset: { type, uri: `${fileUri}assets/${type}/images/${name}.webp`, name, ext: 'webp' },
    file: { path: `assets/${type}/images/${name}.webp`, bytes },
  }))
  if (added.length === 0) return { card, files }
  const assets = [...asList(card.data.assets), ...added.map(({ asset }) => asset)]
  const isOther = ({ path }: CardFile) => added.every(({ file }) => file.path !== path)
  return {
    card: { ...card, data: { ...card.data, assets } },
    files: [...files.filter(isOther), ...added.map(({ file }) => file)],
  }
}

/** Without assets, the image of the card is its icon. The lorebook is last, as a reader leaves it: it is the longest. */
function complete(card: CharacterCard): CharacterCard {
  const { character_book, ...data } = card.data
  const hasAssets = Array.isArray(data.assets) && data.assets.length > 0
  const assets = hasAssets ? {} : { assets: [{ type: 'icon', uri: imageOfCard, name: 'main', ext: 'png' }] }
  return { ...card, data: { ...data, ...assets, ...(character_book !== undefined && { character_book }) } as CardData }
}

/** Base64 of the JSON in UTF-8. */
const encode = (value: unknown): string => toBase64(new TextEncoder().encode(JSON.stringify(value)))

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}
