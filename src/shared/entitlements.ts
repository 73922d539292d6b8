/**
 * What each account type may do. The server enforces this table; the client hides what it does not allow.
 */
export const contentRatings = ['general', 'mature', 'explicit'] as const
export type ContentRating = (typeof contentRatings)[number]

export interface Entitlements {
  /** Ratings of public characters that the account may browse and chat with. */
  browse: readonly ContentRating[]
  /** Ratings that its private characters may have. */
  createPrivate: readonly ContentRating[]
  /** Ratings that its public characters may have. */
  publish: readonly ContentRating[]
  /** The BDSM category and the kinks field. */
  explicitFields: boolean
  /** Maximum number of private characters; `Infinity` when unlimited. */
  privateCharacters: number
  /** Whether the daily message limit applies. */
  dailyLimit: boolean
  imageGeneration: boolean
  /** The chat filter: on, off, or as the user chooses. */
  chatFilter: 'on' | 'off' | 'choice'
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
  chatFilter: 'choice',
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
    chatFilter: 'on',
    moderationDashboard: false,
  },
  premium,
  admin: { ...premium, chatFilter: 'off', moderationDashboard: true },
}

/** Whether an account may use the moderation dashboard: as an admin, or as a moderator beside its type. */
export function canModerate(user: { accountType: keyof typeof entitlements; isModerator: boolean }): boolean {
  return user.isModerator || entitlements[user.accountType].moderationDashboard
}

/** Whether a user may browse characters of this rating here, once confirmed as an adult where it needs that. */
export function mayBrowse(
  { accountType, maxContentRating }: { accountType: keyof typeof entitlements; maxContentRating: ContentRating },
  rating: ContentRating,
): boolean {
  return ratingsWithin(entitlements[accountType].browse, maxContentRating).includes(rating)
}

/** Whether chats are filtered. `chosen`: whether the user has switched the filter on, which only some types may. */
export function isChatFiltered(accountType: keyof typeof entitlements, chosen: boolean): boolean {
  const { chatFilter } = entitlements[accountType]
  return chatFilter === 'choice' ? chosen : chatFilter === 'on'
}

/** Mature and explicit content needs an adult confirmation from every account type. */
export function needsAdultConfirmation(rating: ContentRating): boolean {
  return rating !== 'general'
}

/** Those of an account's ratings that are at or below the operator's ceiling, mildest first. */
export function ratingsWithin(ratings: readonly ContentRating[], ceiling: ContentRating): ContentRating[] {
  return ratingsUpTo(ceiling).filter((rating) => ratings.includes(rating))
}

/** The ratings at or below a ceiling, mildest first. */
export function ratingsUpTo(ceiling: ContentRating): ContentRating[] {
  return contentRatings.slice(0, contentRatings.indexOf(ceiling) + 1)
}
