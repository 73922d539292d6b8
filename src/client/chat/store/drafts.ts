import { tryOrNull } from '#client/lib/try-or-null.ts'

/**
 * Unsent text, stored per conversation so that neither a reload nor a failed request loses it. The draft of a message
 * that was sent is deleted once the server has confirmed it.
 */
export interface Drafts {
  read(conversationId: string): Draft
  /** An empty text deletes the draft. `unstartedWith`: the character, while the conversation has no message. */
  save(conversationId: string, draft: Partial<Draft> & { text: string; unstartedWith?: string | null }): void
  /**
   * Moves the draft of a conversation without a message to a new one with the same character. The old one is not
   * listed, so its text could not be found again.
   */
  moveToNew(characterId: string, conversationId: string): void
}

export interface Draft {
  text: string
  /** The `clientMessageId` it was sent under, while the server has not confirmed it. */
  pendingId: string | null
}

/** `owner` separates the drafts of two accounts in one browser. */
export function createDrafts(storage: () => Storage, owner: string): Drafts {
  const get = (key: string) => tryOrNull(() => storage().getItem(key))
  const set = (key: string, text: string) => {
    if (text === '') tryOrNull(() => storage().removeItem(key))
    else tryOrNull(() => storage().setItem(key, text))
  }
  const unstartedPrefix = `unstarted:${owner}:`
  const drafts: Drafts = {
    read: (id) => ({ text: get(`draft:${owner}:${id}`) ?? '', pendingId: get(`sent:${owner}:${id}`) }),
    save: (id, { text, pendingId, unstartedWith }) => {
      set(`draft:${owner}:${id}`, text)
      set(`sent:${owner}:${id}`, pendingId ?? '')
      set(unstartedPrefix + id, text && !pendingId ? (unstartedWith ?? '') : '')
    },
    moveToNew: (characterId, id) => {
      const keys = tryOrNull(() => Object.keys(storage())) ?? []
      const key = keys.find((one) => one.startsWith(unstartedPrefix) && get(one) === characterId)
      if (!key) return
      const old = key.slice(unstartedPrefix.length)
      const { text } = drafts.read(old)
      drafts.save(old, { text: '' })
      drafts.save(id, { text, unstartedWith: characterId })
    },
  }
  return drafts
}
