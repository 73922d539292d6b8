import type { Expression } from '../expressions/expression.ts'
import { pickByExpression } from '../expressions/pick-by-expression.ts'
import { hasMoreValues } from '../has-more-values.ts'
import { asList, asRecord, parseJson, readText } from '../json-values.ts'
import {
  type ArchivedFile,
  backfillNote,
  type CardData,
  CardError,
  type CardFile,
  type CharacterCard,
  cardMaxima,
  type ReadCard,
  toCard,
} from './card.ts'
import { isPng, type PngText, readPngTexts } from './png.ts'

/**
 * Reads the character card of a file: a PNG with a card in it, or JSON. A CHARX is read by `readCharx`. Throws a `CardError`
 * that says why a file cannot be read.
 *
 * @example
 * readCard(new TextEncoder().encode('{"name":"Ilse","first_mes":"Ahoy."}')).card.data.name // 'Ilse'
 */
export function readCard(file: Uint8Array): ReadCard {
  if (isPng(file)) return readCardPng(file)
  if (isPicture(file)) throw new CardError(noCard)
  // A code unit of UTF-16 has at most three bytes of UTF-8.
  if (file.length > 3 * cardMaxima.text) throw tooLarge()
  return { ...readCardJson(new TextDecoder().decode(file)), files: [] }
}

const noCard =
  'There is no character card in this picture. Websites often remove it: download the card itself, as PNG, JSON or CHARX.'
/** The first bytes of JPEG and of WebP. */
const pictures = [
  [0xff, 0xd8],
  [0x52, 0x49, 0x46, 0x46],
]
const isPicture = (file: Uint8Array) => pictures.some((head) => hasAt(file, 0, head))
const hasAt = (file: Uint8Array, at: number, bytes: number[]) => bytes.every((byte, index) => file[at + index] === byte)

/** The first bytes of a ZIP archive, and those of its end, after which a comment may come. */
const zipStart = [0x50, 0x4b]
const zipEnd = [0x50, 0x4b, 5, 6]
const zipEndSize = 22 + 0xffff

/**
 * Whether a file is a CHARX: a ZIP archive, which RisuAI also writes after a picture.
 *
 * @example
 * isCharx(Uint8Array.of(0xff, 0xd8, 0x50, 0x4b, 5, 6)) // true
 */
export function isCharx(file: Uint8Array): boolean {
  if (!isPicture(file)) return hasAt(file, 0, zipStart)
  const tail = file.subarray(-zipEndSize)
  return tail.some((_, at) => hasAt(tail, at, zipEnd))
}

const tooLarge = () => new CardError('This card is too large: it can have up to a million characters.')
const notKept = (count: number) =>
  `${count} ${count === 1 ? 'file' : 'files'} that came with the card cannot be kept: together they are larger than ${cardMaxima.files / 1_000_000} MB.`

/**
 * As `readCard`, for the text of a JSON file.
 *
 * @example
 * readCardJson('{"spec":"chara_card_v2","data":{"name":"Ilse","character_book":null}}').card.spec // 'chara_card_v3'
 */
export function readCardJson(text: string): Omit<ReadCard, 'files'> {
  if (text.length > cardMaxima.text) throw tooLarge()
  if (hasMoreValues(text, cardMaxima.values)) throw new CardError('This card has too many entries to be read.')
  const value = parseJson(text)
  if (value === undefined) {
    throw new CardError(
      'This file is damaged, or it is not a character card. You can import cards as PNG, JSON or CHARX.',
    )
  }
  return toCard(value)
}

/**
 * Reads the character card of a CHARX, whose files these are. Throws a `CardError` that says why it cannot be read.
 *
 * @example
 * const bytes = new TextEncoder().encode('{"name":"Ilse","first_mes":"Ahoy."}')
 * const { card } = await readCharx([{ path: 'card.json', size: bytes.length, read: async () => bytes }])
 * card.data.name // 'Ilse'
 */
export async function readCharx(entries: readonly ArchivedFile[]): Promise<ReadCard> {
  const main = entries.find(({ path }) => path === 'card.json')
  if (!main) throw new CardError('This archive has no character card: a CHARX file has a card.json.')
  if (main.size > 3 * cardMaxima.text) throw tooLarge()
  const { card, notes } = readCardJson(new TextDecoder().decode(await main.read()))
  const others = entries.filter((entry) => entry !== main)
  if (others.reduce((sum, { size }) => sum + size, 0) > cardMaxima.files) {
    return { card, files: [], notes: [...notes, notKept(others.length)] }
  }
  const files: CardFile[] = []
  for (const { path, read } of others) files.push({ path, bytes: await read() })
  return { card, notes, files }
}

/** Cards in pictures by their keywords, the newest version first, and how many of each are tried. */
const keywords = ['ccv3', 'chara']
const maxTried = 5

function readCardPng(png: Uint8Array): ReadCard {
  const texts = readPngTexts(png)
  const found = keywords.flatMap((keyword) => texts.filter((text) => text.keyword === keyword).slice(0, maxTried))
  let problem = new CardError(noCard)
  for (const { text, keyword } of found) {
    try {
      const { card, notes } = readCardJson(decodeText(text))
      const { files, left } = readPngFiles(texts)
      const data = keyword === 'chara' ? withoutBackfillNote(card.data) : card.data
      return {
        card: withFileAddresses({ ...card, data }, files),
        files,
        notes: left === 0 ? notes : [...notes, notKept(left)],
      }
    } catch (error) {
      if (!(error instanceof CardError)) throw error
      problem = error
    }
  }
  throw problem
}

const withoutBackfillNote = (data: CardData): CardData =>
  data.creator_notes.startsWith(backfillNote)
    ? { ...data, creator_notes: data.creator_notes.slice(backfillNote.length) }
    : data

/** How RisuAI puts files into a PNG, and how its assets refer to them. */
export const pngFile = { keyword: 'chara-ext-asset_:', uri: '__asset:' } as const
export const fileUri = 'embeded://'
const fileKeyword = /^chara-ext-asset_:?/

/** The files in a PNG, or how many there are if they are too large. */
function readPngFiles(texts: readonly PngText[]): { files: CardFile[]; left: number } {
  const found = texts.filter(({ keyword }) => fileKeyword.test(keyword))
  const size = found.reduce((sum, { text }) => sum + (text.length * 3) / 4, 0)
  if (size > cardMaxima.files + 3 * found.length) return { files: [], left: found.length }
  const files = new Map<string, CardFile>()
  for (const { keyword, text } of found) {
    const path = keyword.replace(fileKeyword, '')
    if (path !== '' && !files.has(path)) files.set(path, { path, bytes: decodeBase64(text) })
  }
  return { files: [...files.values()], left: 0 }
}

/** The card whose assets refer to files by the addresses that version 3 has for them. */
function withFileAddresses(card: CharacterCard, files: readonly CardFile[]): CharacterCard {
  const paths = new Set(files.map(({ path }) => path))
  return mapAssetUris(card, (uri) => {
    const path = uri.slice(pngFile.uri.length)
    return uri.startsWith(pngFile.uri) && paths.has(path) ? fileUri + path : uri
  })
}

/**
 * @example
 * mapAssetUris({ data: { assets: [{ uri: 'a' }] } }, (uri) => `${uri}b`).data.assets // [{ uri: 'ab' }]
 */
export function mapAssetUris(card: CharacterCard, map: (uri: string) => string): CharacterCard {
  const { assets } = card.data
  if (!Array.isArray(assets)) return card
  const mapped = assets.map((asset) => {
    const uri = readText(asRecord(asset).uri)
    const changed = map(uri)
    return changed === uri ? asset : { ...asRecord(asset), uri: changed }
  })
  return { ...card, data: { ...card.data, assets: mapped } }
}

/**
 * The asset of this type that is called main, or else the first one.
 *
 * @example
 * findMainAsset({ data: { assets: [{ type: 'icon', name: 'old' }, { type: 'icon', name: 'main' }] } }, 'icon').name // 'main'
 */
export function findMainAsset({ data }: Pick<CharacterCard, 'data'>, type: 'icon' | 'background'): unknown {
  const found = asList(data.assets).filter((asset) => asRecord(asset).type === type)
  return found.find((asset) => asRecord(asset).name === 'main') ?? found[0]
}

/**
 * The picture that stands for the character, unless that is the picture that the card is in; or the one behind its chats.
 *
 * @example
 * const card = { data: { assets: [{ type: 'icon', uri: 'embeded://a.png', name: 'main' }] } }
 * findPicture(card, 'icon', [{ path: 'a.png', bytes: Uint8Array.of(7) }]) // Uint8Array.of(7)
 */
export function findPicture(
  card: Pick<CharacterCard, 'data'>,
  type: 'icon' | 'background',
  files: readonly CardFile[],
): Uint8Array | null {
  return readAsset(findMainAsset(card, type), files)
}

/** The picture of an expression in a card, and what of the card refers to it. */
export interface EmotionPicture {
  name: string
  bytes: Uint8Array
  asset: unknown
}

/**
 * The pictures of expressions in a card: its assets of the type emotion, and what RisuAI has in its extension.
 *
 * @example
 * const card = { data: { assets: [{ type: 'emotion', uri: 'embeded://a.png', name: 'happy' }] } }
 * findEmotions(card, [{ path: 'a.png', bytes: Uint8Array.of(7) }]).get('joy').bytes // Uint8Array.of(7)
 */
export function findEmotions(
  { data }: Pick<CharacterCard, 'data'>,
  files: readonly CardFile[],
): Map<Expression, EmotionPicture> {
  const assets = asList(data.assets).filter((asset) => asRecord(asset).type === 'emotion')
  const ofRisu = asList(asRecord(asRecord(data.extensions).risuai).emotions).map(asList)
  const emotions = [
    ...assets.map((asset) => ({ name: readText(asRecord(asset).name), asset })),
    ...ofRisu.map(([name, uri]) => ({ name: readText(name), asset: { uri } })),
  ]
  const pictures = emotions.flatMap(({ name, asset }) => {
    const bytes = readAsset(asset, files)
    return bytes ? [{ name, asset, bytes }] : []
  })
  return pickByExpression(pictures, ({ name }) => name)
}

/**
 * A card and its files without these of its assets.
 *
 * @example
 * const assets = [{ type: 'emotion', uri: 'embeded://a.png', name: 'joy' }]
 * withoutAssets({ card: { data: { assets } }, files: [{ path: 'a.png' }] }, assets) // { card: { data: { assets: [] } }, files: [] }
 */
export function withoutAssets(
  { card, files }: { card: CharacterCard; files: readonly CardFile[] },
  removed: readonly unknown[],
): { card: CharacterCard; files: CardFile[] } {
  const all = asList(card.data.assets)
  const assets = all.filter((asset) => !removed.includes(asset))
  if (assets.length === all.length) return { card, files: [...files] }
  const pathsOf = (list: readonly unknown[]) => new Set(list.map((asset) => fileUriPath(readText(asRecord(asset).uri))))
  const [kept, gone] = [pathsOf(assets), pathsOf(removed)]
  return {
    card: { ...card, data: { ...card.data, assets } },
    files: files.filter(({ path }) => !gone.has(path) || kept.has(path)),
  }
}

/** The path of the file to which an asset refers. */
function fileUriPath(uri: string): string | null {
  const prefix = [fileUri, pngFile.uri].find((one) => uri.startsWith(one))
  return prefix === undefined ? null : uri.slice(prefix.length)
}

function readAsset(asset: unknown, files: readonly CardFile[]): Uint8Array | null {
  const uri = readText(asRecord(asset).uri)
  const filePath = fileUriPath(uri)
  if (filePath !== null) return files.find(({ path }) => path === filePath)?.bytes ?? null
  const [, base64] = /^data:image\/[a-z]+;base64,(.*)$/s.exec(uri) ?? []
  return base64 ? decodeBase64(base64) : null
}

/** Base64 of UTF-8. */
function decodeText(base64: string): string {
  if (base64.length > 4 * cardMaxima.text) throw tooLarge()
  return new TextDecoder().decode(decodeBase64(base64))
}

function decodeBase64(base64: string): Uint8Array {
  let binary: string
  try {
    binary = atob(base64)
  } catch {
    throw new CardError('The card in this picture is damaged.')
  }
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
