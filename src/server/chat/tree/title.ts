import { excerpt } from '#engine/prose/plain-text.ts'

/** The beginning of the first message is the title of a conversation until the user renames it. */
export const titleFrom = (message: string): string => excerpt(message, 60)

/** Of the title of a copied conversation. */
export const copySuffix = ' (branch)'
