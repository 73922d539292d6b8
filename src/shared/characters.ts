import { z } from 'zod'
import {
  allCategories,
  characterLimits,
  creativityLevels,
  galleryLimits,
  gallerySorts,
  genders,
  missingInformation,
  plotAdvancements,
} from './character-terms.ts'
import { contentRatings } from './entitlements.ts'

export {
  type Category,
  type Creativity,
  categories,
  characterDefaults,
  characterLimits,
  creativityLevels,
  explicitCategory,
  type GallerySort,
  galleryLimits,
  genders,
  missingInformation,
  nextCursorHeader,
  type PlotAdvancement,
  plotAdvancements,
} from './character-terms.ts'

/** NUL and lone surrogates cannot be stored on every database; line breaks become `\n`. */
const storable = (text: string) => text.replaceAll('\u0000', '').replaceAll(/\r\n?/g, '\n').toWellFormed()

const prose = (max: number) =>
  z
    .string()
    .max(max, `Please keep this to ${max.toLocaleString('en')} characters or less`)
    .transform(storable)
const required = (max: number) =>
  z
    .string({ error: missingInformation.text })
    .transform((text) => storable(text).trim())
    .refine((text) => text.length > 0, missingInformation.text)
    .refine((text) => text.length <= max, `Please keep this to ${max.toLocaleString('en')} characters or less`)

/** An avatar is a picture of ours (`/portraits/…`, `/files/…`) or an http(s) address kept as data, never fetched. */
const avatar = z
  .string()
  .max(characterLimits.avatar)
  .refine(
    (url) =>
      url === '' ||
      /^\/(?:portraits|files)(?:\/[\w-][\w.-]*)+$/.test(url) ||
      (/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(url) && URL.canParse(url)),
    'An avatar is a web address that starts with http:// or https://',
  )

const fields = {
  name: required(characterLimits.name),
  description: required(characterLimits.description),
  category: z.enum(allCategories),
  personality: prose(characterLimits.prose),
  speechStyle: prose(characterLimits.prose),
  behaviors: prose(characterLimits.prose),
  greeting: prose(characterLimits.greeting),
  userRole: prose(characterLimits.userRole),
  creativity: z.enum(creativityLevels),
  plotAdvancement: z.enum(plotAdvancements),
  environment: prose(characterLimits.prose),
  allowedItems: prose(characterLimits.prose),
  forbiddenItems: prose(characterLimits.prose),
  avatar,
  gender: z.enum(genders),
  kinks: prose(characterLimits.prose),
  contentRating: z.enum(contentRatings),
  isPublic: z.boolean(),
  scenario: prose(characterLimits.prose),
  definition: prose(characterLimits.definition),
  exampleDialogue: prose(characterLimits.definition),
  systemPrompt: prose(characterLimits.prose),
  postHistoryInstructions: prose(characterLimits.prose),
}

/** Everything an author writes. */
export const CharacterFields = z.object(fields)
export type CharacterFields = z.infer<typeof CharacterFields>

/** `PUT /api/characters/:id`: what is not sent is kept. */
export const CharacterPatch = CharacterFields.partial()
export type CharacterPatch = z.infer<typeof CharacterPatch>

/** `POST /api/characters`: without `id` it creates, with one's own `id` it replaces. */
export const SaveCharacterRequest = CharacterPatch.extend({
  id: z.string().max(64).optional(),
  name: fields.name,
  description: fields.description,
})
export type SaveCharacterRequest = z.infer<typeof SaveCharacterRequest>

/** A character as readers see it: the spec's fields and the display figures. */
export const Character = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  personality: z.string(),
  speechStyle: z.string(),
  behaviors: z.string(),
  greeting: z.string(),
  userRole: z.string(),
  creativity: z.enum(creativityLevels),
  plotAdvancement: z.enum(plotAdvancements),
  environment: z.string(),
  allowedItems: z.string(),
  forbiddenItems: z.string(),
  avatar: z.string(),
  gender: z.enum(genders),
  kinks: z.string(),
  contentRating: z.enum(contentRatings),
  isPublic: z.boolean(),
  chatCount: z.number().int(),
  /** Mean of the players' stars, 1 to 5; null before anyone rated. */
  rating: z.number().nullable(),
  /** The author's name, as shown in "by {creator}". */
  createdBy: z.string(),
  /** Whether the viewer wrote it, and so may edit it. */
  isMine: z.boolean(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
})
export type Character = z.infer<typeof Character>

/** What only the author sees on top: the fields a card carries that steer the model. */
export const OwnCharacter = Character.extend({
  scenario: z.string(),
  definition: z.string(),
  exampleDialogue: z.string(),
  systemPrompt: z.string(),
  postHistoryInstructions: z.string(),
})
export type OwnCharacter = z.infer<typeof OwnCharacter>

/** `PUT /api/characters/:id/rating`: one player, one rating; giving it again changes it. */
export const RatingRequest = z.object({ stars: z.number().int().min(1).max(5) })
/** `GET /api/characters/:id/rating`: the viewer's own; null before they gave any. */
export const OwnRating = z.object({ stars: z.number().int().nullable() })
export type OwnRating = z.infer<typeof OwnRating>

export const GalleryQuery = z.object({
  search: z.string().trim().max(galleryLimits.search).optional(),
  category: z.enum(allCategories).optional(),
  contentRating: z.enum(contentRatings).optional(),
  sort: z.enum(gallerySorts).default('trending'),
  limit: z.coerce.number().int().min(1).max(galleryLimits.max).default(galleryLimits.default),
  cursor: z.string().max(500).optional(),
})
export type GalleryQuery = z.infer<typeof GalleryQuery>
