import { z } from 'zod'
import { cardMaxima } from '#engine/cards/card.ts'
import { StoredCharacterFields } from './characters.ts'
import { contentRatings } from './entitlements.ts'
import { editing, type Routes, reading } from './routes.ts'

export const cardLimits = {
  /** Bytes of a file. */
  file: 20_000_000,
  /** UTF-16 code units of the card in it, as JSON. */
  text: cardMaxima.text,
  /** Bytes of all cards of an account, with their files. */
  perAccount: 50_000_000,
} as const

/** What a card says about a character. The rest is its author's choice. */
export const CardFields = StoredCharacterFields.omit({
  avatar: true,
  contentRating: true,
  isPublic: true,
  isDefinitionPublic: true,
  isExportAllowed: true,
})
export type CardFields = z.infer<typeof CardFields>

/** What was read of a file. `card` and `cardFile` come back with the character that is saved. */
export const CardPreview = z.object({
  fields: CardFields,
  /** A guess by the card's tags and texts. The author has to choose. */
  suggestedRating: z.enum(contentRatings),
  /** The fields that the card has something for, and what else is in it, in words for the user. */
  found: z.array(z.string()),
  /** What is kept for exports and not used, in words for the user. */
  unused: z.array(z.string()),
  /** What could not be read as it is, in sentences. */
  notes: z.array(z.string()),
  /** The whole card as JSON. */
  card: z.string(),
  /** The files that came with it, for the character that is saved within a day; null without. */
  cardFile: z.string().nullable(),
  /** The picture of the character, if it is not the file itself, in Base64. */
  icon: z.string().nullable(),
})
export type CardPreview = z.infer<typeof CardPreview>

const file = { ...reading, limit: 'cards' } as const

export const cardApi = {
  /** The body is the file, a PNG, a CHARX or JSON, or a form with it as `file`. */
  'POST /api/characters/import': { ...editing, limit: 'cards', bodyLimit: cardLimits.file, response: CardPreview },
  'GET /api/characters/:id/card.json': file,
  'GET /api/characters/:id/card.png': file,
  'GET /api/characters/:id/card.charx': file,
  /** The picture behind chats with it, as WebP. */
  'GET /api/characters/:id/background': file,
} as const satisfies Routes
