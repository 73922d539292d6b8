import { hasMoreValues } from '#engine/has-more-values.ts'
import { longestName } from '#engine/json-values.ts'
import { readTranscripts } from '#engine/transcripts/read-transcripts.ts'
import {
  activePath,
  speakerName,
  type Transcript,
  TranscriptError,
  type TranscriptMemory,
  type TranscriptMessage,
} from '#engine/transcripts/transcript.ts'
import { withoutUnstorable } from '#shared/clean-text.ts'
import { spaceOnce } from '#shared/names.ts'

export interface FileLimits {
  messages: number
  /** UTF-16 code units of a message. */
  message: number
  /** UTF-16 code units of all messages. */
  text: number
  /** Characters of a scene. */
  participants: number
  /** Summaries, facts, the sources of a fact, and the UTF-16 code units of each. */
  memory: { summaries: number; summary: number; facts: number; fact: number; sources: number }
}

/** What is imported of a transcript. With participants, it is a scene of no more than the limit. */
export type ImportedTranscript = Omit<Transcript, 'personas'> & {
  /** Messages of the active path that are left out of prompts. */
  excluded: number
}

export interface ParsedImport {
  /** The body with a text that is empty; missing if it is not JSON of a few values. */
  body?: unknown
  /** `leftOut`: what the file has and is not imported, in words for the user. */
  file?: { transcripts: ImportedTranscript[]; leftOut: string[] }
  /** Why the file cannot be read, in words for the user. */
  problem?: string
}

/** The most values of a request: it has two. */
const maxValues = 100

/**
 * Reads the body of an import. What it returns crosses threads, so that every part of it is bounded, whatever the file has.
 * `import-worker.ts` runs it for large bodies; it imports little, which each import would load again.
 */
export function parseImport(chunks: Uint8Array[], limits: FileLimits): ParsedImport {
  const json = new TextDecoder().decode(Buffer.concat(chunks))
  if (hasMoreValues(json, maxValues)) return {}
  try {
    const request: unknown = JSON.parse(json)
    if (typeof request !== 'object' || request === null) return { body: boundedValue(request) }
    const { characterId, text } = request as Record<string, unknown>
    const isText = typeof text === 'string'
    const body = { characterId: boundedValue(characterId), text: isText ? '' : boundedValue(text) }
    return isText ? { body, ...parseFile(text, limits) } : { body }
  } catch {
    return {}
  }
}

function parseFile(text: string, limits: FileLimits): Pick<ParsedImport, 'file' | 'problem'> {
  try {
    const { transcripts, leftOut } = readTranscripts(text)
    assertWithin(transcripts, limits)
    // The file can have these characters as escapes only, so most files need no second pass.
    const stored = /\\u(?:0000|d[89a-f])/i.test(text) ? storable(transcripts) : transcripts
    return { file: { transcripts: stored.map((transcript) => toImported(transcript, limits)), leftOut } }
  } catch (error) {
    if (error instanceof TranscriptError) return { problem: error.message }
    throw error
  }
}

function toImported({ personas, ...transcript }: Transcript, limits: FileLimits): ImportedTranscript {
  const { participants = [], messages, notes, memory } = transcript
  const isScene = participants.length > 1 && participants.length <= limits.participants
  const excluded = activePath(transcript).filter((index) => messages[index]?.excluded).length
  return {
    ...transcript,
    title: boundedName(transcript.title),
    participants: isScene ? participants.map(({ id, name }) => ({ id: boundedName(id), name })) : undefined,
    notes: notes && {
      ...notes,
      scene: notes.scene.slice(0, limits.message),
      note: notes.note.slice(0, limits.message),
    },
    memory: memory && boundedMemory(memory, limits.memory),
    messages: messages.map((message) => {
      const bounded = {
        ...message,
        name: message.name && boundedName(message.name),
        player: message.player && boundedName(spaceOnce(message.player)),
      }
      return isScene ? withDistinct(bounded) : withoutPresence(withSpeakerName(transcript, bounded))
    }),
    excluded,
  }
}

function boundedMemory({ summaries, facts }: TranscriptMemory, limits: FileLimits['memory']): TranscriptMemory {
  return {
    summaries: summaries.slice(-limits.summaries).map((one) => ({ ...one, text: one.text.slice(0, limits.summary) })),
    facts: facts.slice(-limits.facts).map((one) => {
      return { ...one, text: one.text.slice(0, limits.fact), sources: one.sources.slice(0, limits.sources) }
    }),
  }
}

function assertWithin(transcripts: Transcript[], limits: FileLimits): void {
  const lengths = transcripts.flatMap(({ messages }) => messages.map(({ content }) => content.length))
  if (lengths.length > limits.messages || lengths.some((length) => length > limits.message)) {
    const [most, longest] = [limits.messages.toLocaleString('en'), limits.message.toLocaleString('en')]
    throw new TranscriptError(`A file can have ${most} messages of ${longest} characters each. Please split it.`)
  }
  if (lengths.reduce((sum, length) => sum + length, 0) <= limits.text) return
  throw new TranscriptError(`A file can have ${limits.text / 1_000_000} MB of messages. Please split it.`)
}

/** The message with its speaker's name in the text, unless it is the file's own character. */
export function withSpeakerName(
  transcript: Pick<Transcript, 'character' | 'player' | 'participants'>,
  message: TranscriptMessage,
): TranscriptMessage {
  const name = speakerName(transcript, message)
  if (message.speaker === undefined || name === transcript.character) return message
  return { ...message, content: `**${name}:** ${message.content}` }
}

const withoutPresence = ({ speaker, audience, presentAfter, ...message }: TranscriptMessage) => message

function withDistinct({ audience, presentAfter, ...message }: TranscriptMessage): TranscriptMessage {
  return {
    ...message,
    ...(audience ? { audience: [...new Set(audience)] } : {}),
    ...(presentAfter ? { presentAfter: [...new Set(presentAfter)] } : {}),
  }
}

/** No name and no id that this server accepts is longer. */
const boundedName = (name: string): string => name.slice(0, longestName)

/** A value that the schema of the request accepts, or else one that it rejects with the same words. */
function boundedValue(value: unknown): unknown {
  if (typeof value === 'string') return boundedName(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [] : {}
}

/** The value with every text as PostgreSQL can store it: without NUL and lone surrogates. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutUnstorable(value) as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, storable(part)])) as Value
}
