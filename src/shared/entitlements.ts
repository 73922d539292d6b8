/**
 * Who may do what: the one table. The server refuses by it, the client hides by it.
 */
export const contentRatings = ['general', 'mature', 'explicit'] as const
export type ContentRating = (typeof contentRatings)[number]

export interface Entitlements {
  /** Ratings this account may meet in the gallery and chat with when public. */
  browse: readonly ContentRating[]
  /** Ratings this account may give to a private character. */
  createPrivate: readonly ContentRating[]
  /** Ratings this account may publish. */
  publish: readonly ContentRating[]
  /** The BDSM category and the kinks field. */
  explicitFields: boolean
  /** How many private characters; `Infinity` when unlimited. */
  privateCharacters: number
  /** Whether the daily message limit applies. */
  dailyLimit: boolean
  imageGeneration: boolean
  chatFilter: boolean
  moderationDashboard: boolean
}

const premium: Entitlements = {
  browse: contentRatings,
  createPrivate: contentRatings,
  publish: contentRatings,
  explicitFields: true,
  privateCharacters: Number.POSITIVE_INFINITY,
  dailyLimit: false,
  imageGeneration: true,
  chatFilter: false,
  moderationDashboard: false,
}

export const entitlements: Record<'free' | 'premium' | 'admin', Entitlements> = {
  free: {
    browse: ['general'],
    createPrivate: ['general', 'mature'],
    publish: ['general'],
    explicitFields: false,
    privateCharacters: 3,
    dailyLimit: true,
    imageGeneration: false,
    chatFilter: true,
    moderationDashboard: false,
  },
  premium,
  admin: { ...premium, moderationDashboard: true },
}

/** Mature and explicit content waits for an adult confirmation, whoever asks. */
export function needsAdultConfirmation(rating: ContentRating): boolean {
  return rating !== 'general'
}

/** Which of an account's ratings are left in a house that carries nothing above the ceiling. */
export function ratingsWithin(ratings: readonly ContentRating[], ceiling: ContentRating): ContentRating[] {
  return ratingsUpTo(ceiling).filter((rating) => ratings.includes(rating))
}

/** The ratings at or below a ceiling, mildest first. */
export function ratingsUpTo(ceiling: ContentRating): ContentRating[] {
  return contentRatings.slice(0, contentRatings.indexOf(ceiling) + 1)
}
