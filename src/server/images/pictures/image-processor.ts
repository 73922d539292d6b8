import { ApiError } from '#server/http/api-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'

/** Pictures in hand at once, the one being developed among them: each may weigh as much as an upload may. */
const placesAtOnce = 8
/** Longest that developing one may take, in seconds. */
const patience = 30

/**
 * Where every picture that comes in is made anew: decoded, turned upright, made small, stripped of all that is not
 * picture. One at a time, so that a rush costs time and not memory.
 */
export class ImageProcessor {
  #inHand = 0
  #last: Promise<unknown> = Promise.resolve()

  /** Takes a place for the whole of `work`, reading included; refuses when all are taken. */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inHand >= placesAtOnce) {
      const message = 'Too many pictures are coming in just now. Please try again in a few seconds.'
      throw new ApiError('unavailable', { message, retryAfter: 5 })
    }
    this.#inHand += 1
    try {
      return await work()
    } finally {
      this.#inHand -= 1
    }
  }

  /** PNG, JPEG or WebP in, WebP out. */
  async develop(bytes: Uint8Array): Promise<Uint8Array> {
    if (kindOf(bytes) === null) throw new ApiError('unsupported_media_type', { message: imageMessages.wrongKind })
    const turn = this.#last.then(() => redraw(bytes))
    this.#last = turn.catch(() => {})
    return turn
  }
}

type Kind = 'png' | 'jpeg' | 'webp'

/** What a file says it is by its first bytes; its name and its type are only what someone wrote. */
export function kindOf(bytes: Uint8Array): Kind | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'webp' : null
}

async function redraw(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { edge, pixels } = imageLimits
  try {
    return await sharp(bytes, { limitInputPixels: pixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: patience })
      .toBuffer()
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    const message = tooLarge ? imageMessages.tooLarge : imageMessages.unreadable
    throw new ApiError('validation_failed', { message, details: { fields: { file: message } }, cause: error })
  }
}

/** Loaded with the first picture, not with the server; it keeps nothing, and reads nothing but the three kinds. */
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
