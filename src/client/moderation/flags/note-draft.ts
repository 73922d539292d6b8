import { tryOrNull } from '#client/lib/try-or-null.ts'

const keyOf = (viewerId: string, flagId: string) => `moderation-note ${viewerId} ${flagId}`

/** The note that an admin has begun for a flag, in this tab: a reload, another flag or a closed dialog do not lose it. */
export const noteDrafts = {
  read: (viewerId: string, flagId: string): string =>
    tryOrNull(() => sessionStorage.getItem(keyOf(viewerId, flagId))) ?? '',
  save: (viewerId: string, flagId: string, note: string): void => {
    const key = keyOf(viewerId, flagId)
    tryOrNull(() => (note === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, note)))
  },
}
