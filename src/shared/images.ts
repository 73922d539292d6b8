import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import type { ErrorBody } from './errors.ts'
import { ApiKey, BaseUrl, EditedVersion, modelLimits, TestResult } from './models.ts'
import { editing, type Routes, reading } from './routes.ts'

/** Limits of uploaded and generated images. */
export const imageLimits = {
  /** Maximum size of an upload, in bytes. */
  uploadBytes: 5 * 1024 * 1024,
  /** Maximum width times height: a decoded image takes 4 bytes a pixel; half as many with 16 bits a colour. */
  pixels: 25_000_000,
  /** Maximum width and maximum height: decoding takes memory for each row, however short it is. */
  side: 16_384,
  /** The longer side of a stored image, in pixels. */
  edge: 768,
  /** Images of one account. A character can have 15. Those that nothing uses are deleted after a day. */
  perAccount: 1_000,
  /** UTF-16 code units. */
  prompt: 1_000,
  /** Generated images that an account finds again, in use or not. */
  gallery: 24,
} as const

/**
 * The words that the built-in illustrator knows, of which it accepts more spellings. The rest of a portrait is random.
 */
export const illustratorWords = [
  { about: 'Hair', words: ['long hair', 'short hair', 'curly', 'bald', 'bun', 'ponytail'] },
  { about: 'Colour', words: ['black hair', 'brown hair', 'blond', 'red hair', 'grey hair', 'white hair', 'old'] },
  { about: 'Face', words: ['beard', 'freckles', 'glasses', 'sunglasses', 'earrings', 'flowers'] },
  { about: 'Mood', words: ['smiling', 'serious', 'sad', 'angry'] },
] as const

/** The creator's toast and the server's error. */
export const promptRequired = {
  title: 'Prompt Required',
  text: 'Please enter a description for the character image.',
} as const

export const imageMessages = {
  tooHeavy: 'Pictures can be up to 5 MB large. Please choose a smaller one.',
  wrongKind: 'Please choose a PNG, JPEG or WebP picture.',
  unreadable: 'That picture could not be read. It may be damaged, or it is not a picture.',
  tooLarge:
    'That picture has too many pixels. Please choose one with at most 25 megapixels (12 with 16 bits per colour) and 16,384 pixels on each side.',
  missing: 'Please send one picture, in the field “file”.',
} as const

export const GenerateImageRequest = z.object({
  prompt: z
    .string({ error: promptRequired.text })
    .max(imageLimits.prompt, `Please keep this to ${imageLimits.prompt.toLocaleString('en')} characters or less`)
    .transform(cleanText)
    .refine((prompt) => prompt !== '', promptRequired.text),
})
export type GenerateImageRequest = z.infer<typeof GenerateImageRequest>

/** The path of an uploaded or generated image: a value for a character's `avatar`. */
export const ImageResponse = z.object({
  url: z.string(),
  /** What the built-in illustrator understood of the prompt; left out for other images. */
  drawnFrom: z.array(z.string()).optional(),
})
export type ImageResponse = z.infer<typeof ImageResponse>

/** The generator that draws now, and the newest images that the viewer generated. */
export const GeneratedImages = z.object({
  generator: z.object({ builtIn: z.boolean(), label: z.string() }),
  pictures: z.array(z.object({ url: z.string(), prompt: z.string(), createdAt: z.number().int() })),
})
export type GeneratedImages = z.infer<typeof GeneratedImages>

/** The events of `POST /api/generate-image` with `Accept: text/event-stream`. Closing the stream cancels the image. */
export interface ImageEvents {
  /** The finished part, from 0 to 1. Many services report none. */
  progress: { progress: number }
  done: ImageResponse
  /** An error body. */
  error: ErrorBody
}

export const imageSizes = [512, 768, 1024] as const

/** Without `apiKey` the stored key stays; null removes it. */
export const ImageConnectionRequest = z.object({
  service: z.string().max(40),
  baseUrl: BaseUrl,
  model: z.string().trim().min(1).max(modelLimits.model).nullable().default(null),
  size: z.literal(imageSizes),
  apiKey: ApiKey.nullable().optional(),
  /** 0: nothing was connected. */
  updatedAt: EditedVersion,
})
export type ImageConnectionRequest = z.infer<typeof ImageConnectionRequest>

export const ImageConnection = z.object({
  service: z.string(),
  serviceLabel: z.string(),
  baseUrl: z.string(),
  model: z.string().nullable(),
  size: z.number().int(),
  hasKey: z.boolean(),
  /** Whether the key was encrypted with another `SECRET_KEY`. */
  isKeyUnreadable: z.boolean(),
  updatedAt: z.number().int(),
})
export type ImageConnection = z.infer<typeof ImageConnection>

/** Without a connection, the built-in illustrator draws. */
export const ImageConnectionResponse = z.object({
  connection: ImageConnection.nullable(),
  services: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Empty for a service that the admin names. */
      baseUrl: z.string(),
      needsKey: z.boolean(),
      isLocal: z.boolean(),
      defaultModel: z.string().nullable(),
      defaultSize: z.number().int(),
    }),
  ),
})
export type ImageConnectionResponse = z.infer<typeof ImageConnectionResponse>

/** `POST /api/images` is sent a form with one image. */
export const uploadApi = {
  'POST /api/images': { ...editing, limit: 'upload', response: ImageResponse, status: 201 },
} as const satisfies Routes

export const imageApi = {
  'POST /api/generate-image': { ...editing, body: GenerateImageRequest, response: ImageResponse },
  'GET /api/images/generated': { ...reading, response: GeneratedImages },
} as const satisfies Routes

export const imageConnectionApi = {
  'GET /api/admin/images': { access: 'admin', response: ImageConnectionResponse },
  'PUT /api/admin/images': { access: 'admin', body: ImageConnectionRequest, response: ImageConnectionResponse },
  'DELETE /api/admin/images': { access: 'admin', response: ImageConnectionResponse },
  'POST /api/admin/images/test': {
    access: 'admin',
    limit: 'modelTest',
    body: ImageConnectionRequest,
    response: TestResult,
  },
} as const satisfies Routes
