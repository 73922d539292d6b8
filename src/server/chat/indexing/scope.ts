import { hash } from 'node:crypto'

const scopeLength = 5

/**
 * Tokens begin with it, so that a search reads what belongs to its user only, however many other messages have the words.
 * Two users may share one: what the index finds is compared with the user's own messages.
 */
export function scopeOf(userId: string): string {
  const number = Number.parseInt(hash('sha256', userId, 'hex').slice(0, 12), 16) % 36 ** scopeLength
  return number.toString(36).padStart(scopeLength, '0')
}

/** The token of all messages of a conversation. No word has its first letter. */
export function conversationToken(conversationId: string): string {
  return `§${conversationId.replaceAll('-', '')}`
}

/** A part has 2 ** partBits messages of its user, by their positions: as many as the matches of a word that are read at once. */
export const partBits = 12

/** On PostgreSQL, tokens begin with the part of the user's messages to which theirs belongs too. */
export function partScope(userId: string, part: number | string): string {
  return `${scopeOf(userId)}${part}.`
}
