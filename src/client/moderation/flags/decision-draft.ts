import { tryOrNull } from '#client/lib/try-or-null.ts'

type DraftField = 'notes' | 'reason'

const keyOf = (viewerId: string, flagId: string, field: DraftField) => `moderation-${field} ${viewerId} ${flagId}`

/** What a moderator has begun to write for a flag, in this tab: a reload, another flag or a closed dialog do not lose it. */
export const decisionDrafts = {
  read: (viewerId: string, flagId: string, field: DraftField): string =>
    tryOrNull(() => sessionStorage.getItem(keyOf(viewerId, flagId, field))) ?? '',
  save: (viewerId: string, flagId: string, field: DraftField, text: string): void => {
    const key = keyOf(viewerId, flagId, field)
    tryOrNull(() => (text === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)))
  },
}
