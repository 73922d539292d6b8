import type { ContentRating } from '#shared/entitlements.ts'

export const ratingNames: Record<ContentRating, string> = { general: 'General', mature: 'Mature', explicit: 'Explicit' }
