import { quietly } from '#client/lib/quietly.ts'

/**
 * What was typed and not yet sent, kept per conversation (or per character before there is one), so that neither a
 * reload nor a failure loses a word. A draft is let go only once the server has the line.
 */
export interface Drafts {
  read(scene: string): Draft
  keep(scene: string, text: string, sentAs?: string | undefined): void
}

export interface Draft {
  text: string
  /** The id it was sent under, where the server's answer never came: it may have the line, or not. */
  sentAs: string | null
}

/** The name a draft is kept under. */
export function sceneOf(conversationId: string | null, characterId: string): string {
  return conversationId ?? `new-${characterId}`
}

/** `owner` keeps the drafts of two accounts in one browser apart. */
export function createDrafts(storage: () => Storage, owner: string): Drafts {
  const read = (key: string) => quietly(() => storage().getItem(key))
  const keep = (key: string, text: string) => {
    if (text === '') quietly(() => storage().removeItem(key))
    else quietly(() => storage().setItem(key, text))
  }
  return {
    read: (scene) => ({ text: read(`draft:${owner}:${scene}`) ?? '', sentAs: read(`sent:${owner}:${scene}`) }),
    keep: (scene, text, sentAs = '') => {
      keep(`draft:${owner}:${scene}`, text)
      keep(`sent:${owner}:${scene}`, sentAs)
    },
  }
}
