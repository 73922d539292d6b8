import pLimit from 'p-limit'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'
import type { PreviewParts } from './link-preview/draw-link-preview.ts'

/** Seconds. */
const processingTimeout = 30

/**
 * Re-encodes every image that comes in: decodes it, rotates it upright, shrinks it and drops all metadata, unless that was
 * done before. It processes one image at a time, since decoding one can take 100 MB.
 */
export class ImageProcessor {
  readonly #processing = pLimit(1)

  /** Takes a PNG, JPEG or WebP and returns a WebP. */
  async process(bytes: Uint8Array): Promise<Uint8Array> {
    if (!isAcceptedFormat(bytes)) throw new ApiError('unsupported_media_type', { message: imageMessages.wrongKind })
    return this.#processing(() => reencode(bytes))
  }

  /** Draws an image of this server as a PNG: a stored one, or the SVG of a portrait. Null is a plain area. */
  async drawPng(image: Uint8Array | string | null): Promise<Uint8Array> {
    return this.#processing(() => drawPng(image))
  }

  /** Draws the picture of a link to a character. */
  async drawLinkPreview(parts: PreviewParts): Promise<Uint8Array> {
    const { drawLinkPreview } = await import('./link-preview/draw-link-preview.ts')
    return this.#processing(async () => {
      const sharp = await loadSharp()
      return withSvg(sharp, () => drawLinkPreview(sharp, parts))
    })
  }
}

/** Whether the first bytes are those of a PNG, JPEG or WebP. The file's name and content type prove nothing. */
function isAcceptedFormat(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff')) return true
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP'
}

/** Whether a file is a WebP with one still image and nothing else: no metadata, and nothing after its end. */
function isBareWebp(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.readUInt32LE(4) !== file.length - 8) return false
  let at = 12
  while (at + 8 <= file.length) {
    if (!stillChunks.includes(file.toString('latin1', at, at + 4))) return false
    const size = file.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === file.length
}

/** The chunks of a WebP with one image: its data, how large it is, and its transparency. */
const stillChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

async function reencode(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { edge, pixels, side } = imageLimits
  try {
    const image = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', pages: 1 })
    // Reads the header only. An image of 5,000,000 × 5 pixels would take 3.5 GB to shrink.
    const { width, height, channels, depth } = await image.metadata()
    const decodedBytes = width * height * channels * (depth === 'ushort' ? 2 : 1)
    if (width > side || height > side || decodedBytes > 4 * pixels) {
      throw new Error(`exceeds the pixel limit: ${width} × ${height}, ${channels} channels of ${depth}`)
    }
    const encoded = await image
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: processingTimeout })
      .toBuffer()
    // Each time that an image is encoded it loses some of its quality: one of an archive comes back as it was.
    const isFinished = width <= edge && height <= edge && bytes.length <= 1.2 * encoded.length && isBareWebp(bytes)
    return isFinished ? bytes : encoded
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw fieldError('file', tooLarge ? imageMessages.tooLarge : imageMessages.unreadable, error)
  }
}

async function drawPng(image: Uint8Array | string | null): Promise<Uint8Array> {
  const sharp = await loadSharp()
  if (image === null) return sharp({ create: plainArea }).png().toBuffer()
  if (typeof image !== 'string') return sharp(image).png().toBuffer()
  const drawn = sharp(Buffer.from(image)).resize(imageLimits.edge).flatten({ background }).png()
  return withSvg(sharp, () => drawn.toBuffer())
}

/** Only for drawings of our own, and while no other image is decoded. */
async function withSvg<T>(sharp: typeof import('sharp').default, work: () => Promise<T>): Promise<T> {
  const svg = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(svg)
  try {
    return await work()
  } finally {
    sharp.block(svg)
  }
}

/** Behind images without a background of their own. */
const background = '#e9e1d6'
const plainArea = { width: 400, height: 400, channels: 3, background } as const

/** Imports sharp with the first image, so that the start does not wait for it. Only three decoders are enabled. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
