import { CardError } from './card.ts'
import { crc32 } from './crc32.ts'
import { joinBytes } from './join-bytes.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * Whether the bytes begin as those of a PNG do. An animated one (APNG) is a PNG.
 *
 * @example
 * isPng(Uint8Array.of(0xff, 0xd8)) // false
 */
export const isPng = (bytes: Uint8Array): boolean => signature.every((byte, index) => bytes[index] === byte)

export interface PngText {
  keyword: string
  text: string
}

/** More than an image of 10 MB has, also with pieces of 1 kB. What comes after them is not read. */
const maxChunks = 20_000

interface Chunk {
  type: string
  data: Uint8Array
  /** With its length, type and checksum. */
  whole: Uint8Array
}

/**
 * The texts of a PNG (`tEXt` chunks), in their order. Checksums are not checked. What comes after a chunk that is cut off
 * is not read.
 *
 * @example
 * readPngTexts(writePngTexts(emptyPng, [{ keyword: 'chara', text: 'e30=' }])) // [{ keyword: 'chara', text: 'e30=' }]
 */
export function readPngTexts(png: Uint8Array): PngText[] {
  return chunksOf(png).flatMap(({ type, data }) => (type === 'tEXt' ? readText(data) : []))
}

/**
 * The PNG with these texts, in place of those of the same keywords. Texts have letters of ASCII only.
 *
 * @example
 * readPngTexts(writePngTexts(emptyPng, [{ keyword: 'a', text: 'b' }])) // [{ keyword: 'a', text: 'b' }]
 */
export function writePngTexts(png: Uint8Array, texts: readonly PngText[]): Uint8Array<ArrayBuffer> {
  const chunks = chunksOf(png)
  const end = chunks.findIndex(({ type }) => type === 'IEND')
  if (end < 0) throw new CardError('The picture is damaged.')
  const written = new Set(texts.map(({ keyword }) => keyword))
  const isOld = ({ type, data }: Chunk) => type === 'tEXt' && readText(data).some(({ keyword }) => written.has(keyword))
  const kept = chunks.slice(0, end).filter((chunk) => !isOld(chunk))
  return joinBytes([
    png.subarray(0, signature.length),
    ...kept.map(({ whole }) => whole),
    ...texts.map(({ keyword, text }) => writeChunk('tEXt', ascii(`${keyword}\0${text}`))),
    ...chunks.slice(end, end + 1).map(({ whole }) => whole),
  ])
}

function chunksOf(png: Uint8Array): Chunk[] {
  const chunks: Chunk[] = []
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = signature.length; at + 12 <= png.length && chunks.length < maxChunks; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > png.length) break
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    chunks.push({ type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) })
    if (type === 'IEND') break
    at = end
  }
  return chunks
}

/** A keyword has at most 79 bytes. */
function readText(data: Uint8Array): PngText[] {
  const end = data.subarray(0, 80).indexOf(0)
  if (end < 1) return []
  const decoder = new TextDecoder('latin1')
  return [{ keyword: decoder.decode(data.subarray(0, end)), text: decoder.decode(data.subarray(end + 1)) }]
}

function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  chunk.set(ascii(type), 4)
  chunk.set(data, 8)
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)))
  return chunk
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A PNG of one transparent pixel without its data, for examples and tests. */
export const emptyPng: Uint8Array<ArrayBuffer> = joinBytes([
  Uint8Array.from(signature),
  writeChunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0)),
  writeChunk('IEND', new Uint8Array()),
])
