/**
 * What was typed and not yet sent, kept per conversation (or per character before there is one), so that neither a
 * reload nor a failure loses a word. A draft is let go only once the server has the line.
 */
export interface Drafts {
  read(scene: string): string
  keep(scene: string, text: string): void
}

/** The name a draft is kept under. */
export function sceneOf(conversationId: string | null, characterId: string): string {
  return conversationId ?? `new-${characterId}`
}

/** `owner` keeps the drafts of two accounts in one browser apart. */
export function createDrafts(storage: () => Storage, owner: string): Drafts {
  const key = (scene: string) => `draft:${owner}:${scene}`
  return {
    read: (scene) => quietly(() => storage().getItem(key(scene))) ?? '',
    keep: (scene, text) => {
      if (text === '') quietly(() => storage().removeItem(key(scene)))
      else quietly(() => storage().setItem(key(scene), text))
    },
  }
}

/** Storage may be full, or forbidden by the browser; writing goes on without it. */
function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
