import { z } from 'zod'

/** Pictures: what may come in, and what the illustrator may be asked. */
export const imageLimits = {
  /** What one upload may weigh, in bytes. */
  uploadBytes: 5 * 1024 * 1024,
  /** Width times height; more is a bomb or a poster for a wall. */
  pixels: 25_000_000,
  /** The longer edge of a kept picture. */
  edge: 768,
  /** Pictures an account keeps. Those no character wears go after a day. */
  perAccount: 200,
  prompt: 1_000,
} as const

/** Said alike by the creator's toast and the server's refusal (spec §5). */
export const promptRequired = {
  title: 'Prompt Required',
  text: 'Please enter a description for the character image.',
} as const

export const imageMessages = {
  tooHeavy: 'Pictures may weigh up to 5 MB. Please choose a smaller one.',
  wrongKind: 'Please choose a PNG, JPEG or WebP picture.',
  unreadable: 'That picture could not be read. It may be damaged, or not be a picture at all.',
  tooLarge: 'That picture has too many pixels. Please choose one of at most 25 megapixels.',
  missing: 'Please send one picture, in the field “file”.',
} as const

export const GenerateImageRequest = z.object({
  prompt: z
    .string({ error: promptRequired.text })
    .max(imageLimits.prompt, `Please keep this to ${imageLimits.prompt.toLocaleString('en')} characters or less`)
    .transform((prompt) => prompt.replaceAll('\u0000', '').toWellFormed().trim())
    .refine((prompt) => prompt !== '', promptRequired.text),
})
export type GenerateImageRequest = z.infer<typeof GenerateImageRequest>

/** The answer to a picture drawn or uploaded: an address that a character's `avatar` may hold. */
export const ImageResponse = z.object({ url: z.string() })
export type ImageResponse = z.infer<typeof ImageResponse>
