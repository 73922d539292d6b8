import { asRecord, readText } from './json-values.ts'
import { type Transcript, TranscriptError, type TranscriptMessage } from './transcript.ts'

/**
 * The lossless format: JSON with the whole tree. `messages[].parent` and `leaf` are indexes into `messages`; times are
 * milliseconds since 1970.
 */
export const transcriptFormat = 'troupe-conversation'
const version = 1

export function writeTranscriptJson({ title, character, player, createdAt, leaf, messages }: Transcript): string {
  const ordered = messages.map(({ parent, role, content, status, createdAt: at }) => ({
    parent,
    role,
    content,
    status,
    createdAt: at,
  }))
  const file = { format: transcriptFormat, version, title, character, player, createdAt, leaf, messages: ordered }
  return `${JSON.stringify(file, null, 1)}\n`
}

export const isTranscriptJson = (file: unknown): file is Record<string, unknown> =>
  asRecord(file).format === transcriptFormat

/** Throws a `TranscriptError` unless every message comes after its parent and every field has its type. */
export function readTranscriptJson(file: Record<string, unknown>): Transcript {
  if (file.version !== version) {
    throw new TranscriptError('This file was made by a newer version. Update this server, or export it as JSONL.')
  }
  if (!Array.isArray(file.messages)) throw new TranscriptError('The file has no list of messages.')
  const messages = file.messages.map(readMessage)
  const leaf = file.leaf ?? null
  const isLeaf = leaf === null ? messages.length === 0 : isIndex(leaf, messages.length)
  if (!isLeaf) throw new TranscriptError('The file does not say at which message the conversation ends.')
  return {
    title: readText(file.title),
    character: readText(file.character),
    player: readText(file.player),
    createdAt: readTime(file.createdAt),
    messages,
    leaf: leaf as number | null,
  }
}

function readMessage(value: unknown, index: number): TranscriptMessage {
  const { parent, role, content, status, createdAt } = asRecord(value)
  const isParent = index === 0 ? parent === null : parent === null || isIndex(parent, index)
  const isRole = role === 'user' || role === 'character'
  const isStatus = status === 'complete' || status === 'interrupted'
  if (!isParent || !isRole || !isStatus || typeof content !== 'string') {
    throw new TranscriptError(`Message ${index + 1} of the file is damaged.`)
  }
  return { parent: parent as number | null, role, content, status, createdAt: readTime(createdAt) }
}

const isIndex = (value: unknown, count: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count
/** The latest time that a JavaScript date can have. */
const maxTime = 8.64e15
const readTime = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= maxTime ? value : 0
