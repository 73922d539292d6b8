import type { Expression } from '../expressions/expression.ts'

/** What one file can have. Values are all texts, numbers, lists and objects of its JSON, whether or not they are used. */
export const transcriptMaxima = { conversations: 500, messages: 20_000, values: 1_000_000 } as const

/** A conversation outside the database: what is exported and imported. */
export interface Transcript {
  title: string
  /** The name of the character. */
  character: string
  /** The name by which the character calls the player, from the end of the active path on. */
  player: string
  /** Who the player was under these names; left out where there is nothing to say. */
  personas?: { name: string; description: string }[]
  /**
   * The characters of a scene, in the order of a round; left out where there is one character only. The first is the
   * conversation's own. Ids are those of the server that wrote the file; empty in formats that have names only, where the
   * first has no meaning.
   */
  participants?: { id: string; name: string }[]
  turnOrder?: 'manual' | 'round' | 'addressed'
  notes?: TranscriptNotes
  memory?: TranscriptMemory
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
  /** Whether it is left out of prompts. */
  excluded?: boolean
  /** Whether the player wrote the text of a reply, in place of the model's. */
  edited?: boolean
  /** What the character's face shows in a reply. */
  expression?: Expression
  /** The player's name of that time, where it was another one than now. */
  player?: string
  /** In a scene: the index of the participant that said it; left out for the player and the conversation's own character. */
  speaker?: number
  /** In a scene: the indexes of those who were present; left out where the conversation's own character was alone. */
  audience?: number[]
  /** In a scene: who is present from this message on, where somebody joined or left after it. */
  presentAfter?: number[]
  /** Milliseconds since 1970. */
  createdAt: number
  /** What the player calls the branch that begins here. */
  name?: string
}

export interface TranscriptNotes {
  /** Where and when the story is now. */
  scene: string
  /** The author's note, and before how many of the newest messages it stands in prompts. */
  note: string
  depth: number
  role: 'system' | 'user' | 'assistant'
  /** The author's note is in the prompts of every so many messages of the player. */
  interval: number
}

/** What is remembered of a conversation, by the indexes of its messages. */
export interface TranscriptMemory {
  /** The story so far, at several points of it. `first`: the first message that this summary adds; `last`: the last one. */
  summaries: { text: string; first: number; last: number; edited: boolean }[]
  /** `own`: in the user's words. */
  facts: { text: string; sources: number[]; pinned: boolean; own: boolean }[]
}

/** What was read from a file, and what was not, in words for the user. */
export interface TranscriptFile {
  transcripts: Transcript[]
  leftOut: string[]
}

/** `interrupted`: a reply that was stopped or broke off. */
export type TranscriptStatus = 'complete' | 'interrupted'

/** A file that cannot be read as a conversation. The message says why, in words for the person who chose it. */
export class TranscriptError extends Error {}

/**
 * Throws for a file with more than it can have.
 *
 * @example
 * assertWithin('messages', 1) // undefined
 */
export function assertWithin(maximum: keyof typeof transcriptMaxima, count: number): void {
  if (count > transcriptMaxima[maximum]) throw tooMany(maximum)
}

/**
 * @example
 * tooMany('messages').name // 'Error'
 */
export function tooMany(maximum: keyof typeof transcriptMaxima): TranscriptError {
  const most = transcriptMaxima[maximum].toLocaleString('en')
  return new TranscriptError(`A file can have ${most} ${maximum}. Please split it.`)
}

/** A message of a path with all its versions. */
export interface VersionedMessage {
  versions: Omit<TranscriptMessage, 'parent'>[]
  /** The index of the version that is on the path. */
  shown: number
}

/**
 * Attaches each message to the one before it. Throws for a chat without messages, and for one with too many.
 *
 * @example
 * joinPath([{ versions: [{ role: 'user', content: 'Hi.' }], shown: 0 }]).leaf // 0
 */
export function joinPath(path: readonly VersionedMessage[]): Pick<Transcript, 'messages'> & { leaf: number } {
  const messages: TranscriptMessage[] = []
  let leaf: number | null = null
  for (const { versions, shown } of path) {
    assertWithin('messages', messages.length + versions.length)
    const parent: number | null = leaf
    leaf = messages.length + shown
    for (const version of versions) messages.push({ parent, ...version })
  }
  if (leaf === null) throw new TranscriptError('The file has no messages.')
  return { messages, leaf }
}

/**
 * "1 empty conversation", "2 notices": `one` in the number of `count`.
 *
 * @example
 * countOf(2, 'notice') // '2 notices'
 */
export const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * The name of who said a message.
 *
 * @example
 * speakerName({ player: 'Sam', character: 'Ilse' }, { role: 'user', content: 'Hi.', parent: null }) // 'Sam'
 */
export function speakerName(
  { player, character, participants }: Pick<Transcript, 'player' | 'character' | 'participants'>,
  message: TranscriptMessage,
): string {
  if (message.role === 'user') return message.player ?? player
  return participants?.[message.speaker ?? -1]?.name ?? character
}

/**
 * The indexes of the messages on the active path, the first message first.
 *
 * @example
 * activePath({ messages: [{ parent: null }, { parent: 0 }, { parent: 0 }], leaf: 2 }) // [0, 2]
 */
export function activePath({ messages, leaf }: Transcript): number[] {
  const path: number[] = []
  for (let index = leaf; index !== null; index = messages[index]?.parent ?? null) path.push(index)
  return path.reverse()
}

/**
 * The indexes of the messages that have this parent, in their order.
 *
 * @example
 * childrenOf({ messages: [{ parent: null }, { parent: 0 }, { parent: 0 }] })(0) // [1, 2]
 */
export function childrenOf({ messages }: Transcript): (parent: number | null) => number[] {
  const byParent = Map.groupBy(messages.keys(), (index) => messages[index]?.parent ?? null)
  return (parent) => byParent.get(parent) ?? []
}
