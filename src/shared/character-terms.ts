/**
 * Constants and limits of characters, without the schemas: pages that only show characters do not load the validator.
 */
export const categories = [
  'Adventure',
  'Comedy',
  'Creative Writing',
  'Drama',
  'Education',
  'Fantasy',
  'Gaming',
  'Historical',
  'Horror',
  'Life Advice',
  'Modern',
  'Mystery',
  'Other',
  'Romance',
  'Sci-Fi',
] as const
/** Offered only for explicit characters. */
export const explicitCategory = 'BDSM'
export const allCategories = [...categories, explicitCategory] as const
export type Category = (typeof allCategories)[number]

/** Fills whole rows in two, three and four columns, and more than one screen. */
export const galleryPageSize = 24

export const genders = ['male', 'female', 'non-binary', 'other'] as const
export const creativityLevels = ['grounded', 'balanced', 'vivid', 'wild'] as const
export type Creativity = (typeof creativityLevels)[number]
export const plotAdvancements = ['follow', 'balanced', 'lead'] as const
export type PlotAdvancement = (typeof plotAdvancements)[number]

export const characterLimits = {
  name: 100,
  description: 2_000,
  /** Personality, speech style, behaviours, environment, items, kinks and others, each. */
  prose: 8_000,
  greeting: 8_000,
  userRole: 500,
  /** What lists carry of a description and of a role, in code points. */
  listed: 200,
  avatar: 2_048,
  /** The long texts of character cards: definition and example dialogue. */
  definition: 50_000,
  characterVersion: 100,
} as const
/** How many texts a list has, and how long each is. */
export const characterLists = {
  tags: { max: 50, length: 60 },
  greetings: { max: 50, length: characterLimits.greeting },
  sources: { max: 50, length: 500 },
} as const

export const missingInformation = {
  title: 'Missing Information',
  text: 'Please fill in the character name and description.',
} as const

export const gallerySorts = ['trending', 'new', 'rating'] as const
export type GallerySort = (typeof gallerySorts)[number]
export const galleryLimits = { default: 60, max: 100, search: 200 } as const
/** Own characters a page, and as many as an account may have. */
export const ownCharacterLimits = { page: 100, perAccount: 1_000 } as const

/** The response header that carries the next page's cursor. */
export const nextCursorHeader = 'x-next-cursor'
