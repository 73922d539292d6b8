/** A conversation outside the database: what is exported and imported. */
export interface Transcript {
  title: string
  /** The name of the character. */
  character: string
  /** The name by which the character calls the player. */
  player: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** Every message, each after its parent; versions of a message have the same parent and stand in their order. */
  messages: TranscriptMessage[]
  /** The index of the message at which the active path ends; null without messages. */
  leaf: number | null
}

export interface TranscriptMessage {
  /** The index of the message before it on its path; null for the first. */
  parent: number | null
  role: 'user' | 'character'
  content: string
  status: TranscriptStatus
  /** Milliseconds since 1970. */
  createdAt: number
}

/** `interrupted`: a reply that was stopped or broke off. */
export type TranscriptStatus = 'complete' | 'interrupted'

/** A file that cannot be read as a conversation. The message says why, in words for the person who chose it. */
export class TranscriptError extends Error {}

/** The indexes of the messages on the active path, the first message first. */
export function activePath({ messages, leaf }: Transcript): number[] {
  const path: number[] = []
  for (let index = leaf; index !== null; index = messages[index]?.parent ?? null) path.push(index)
  return path.reverse()
}

/** The indexes of the messages that have this parent, in their order. */
export function childrenOf({ messages }: Transcript): (parent: number | null) => number[] {
  const byParent = Map.groupBy(messages.keys(), (index) => messages[index]?.parent ?? null)
  return (parent) => byParent.get(parent) ?? []
}
