import { hasMoreValues } from '#engine/has-more-values.ts'
import { longestName } from '#engine/json-values.ts'
import { readTranscripts } from '#engine/transcripts/read-transcripts.ts'
import {
  activePath,
  speakerName,
  type Transcript,
  TranscriptError,
  type TranscriptMessage,
} from '#engine/transcripts/transcript.ts'
import { withoutUnstorable } from '#shared/clean-text.ts'
import { spaceOnce } from '#shared/names.ts'

export interface ParsedBody {
  /** The body with a text that is empty; missing if it is not JSON of a few values. */
  body?: unknown
  /** UTF-16 code units of the text. */
  length: number
}

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

/** A transcript without its messages. With participants, it is a scene of no more than the limit. */
export type ImportedTranscript = Omit<Transcript, 'messages' | 'personas'> & {
  count: number
  /** Messages of the active path that are left out of prompts. */
  excluded: number
}

export interface ParsedFile {
  transcripts: ImportedTranscript[]
  /** What the file has and is not imported, in words for the user. */
  leftOut: string[]
  /** Why the file cannot be read, in words for the user. */
  problem?: string
}

export type ParserMethod = 'parseBody' | 'parseFile' | 'listMessages'
export type ParserCall = {
  [Name in ParserMethod]: { method: Name; args: Parameters<ImportParser[Name]> }
}[ParserMethod]

/** The most values of a request: it has two. */
const maxValues = 100

/**
 * Keeps the text of an import. What it returns crosses threads, so that every part of it is bounded, whatever the file has.
 * `import-worker.ts` runs it for large bodies; it imports little, which each import would load again.
 */
export class ImportParser {
  #text = ''
  #transcripts: Transcript[] = []
  #limits!: FileLimits

  run({ method, args }: ParserCall): unknown {
    return Reflect.apply(this[method], this, args)
  }

  parseBody(chunks: Uint8Array[]): ParsedBody {
    const json = new TextDecoder().decode(Buffer.concat(chunks))
    if (hasMoreValues(json, maxValues)) return { length: 0 }
    try {
      const body: unknown = JSON.parse(json)
      if (typeof body !== 'object' || body === null) return { body: boundedValue(body), length: 0 }
      const { characterId, text } = body as Record<string, unknown>
      if (typeof text === 'string') this.#text = text
      const rest = typeof text === 'string' ? '' : boundedValue(text)
      return { body: { characterId: boundedValue(characterId), text: rest }, length: this.#text.length }
    } catch {
      return { length: 0 }
    }
  }

  parseFile(limits: FileLimits): ParsedFile {
    const text = this.#text
    this.#text = ''
    this.#limits = limits
    try {
      const { transcripts, leftOut } = readTranscripts(text)
      assertWithin(transcripts, limits)
      // The file can have these characters as escapes only, so most files need no second pass.
      this.#transcripts = /\\u(?:0000|d[89a-f])/i.test(text) ? storable(transcripts) : transcripts
      return { transcripts: this.#transcripts.map((transcript) => this.#describe(transcript)), leftOut }
    } catch (error) {
      if (error instanceof TranscriptError) return { transcripts: [], leftOut: [], problem: error.message }
      throw error
    }
  }

  listMessages(index: number, from: number, count: number): TranscriptMessage[] {
    const transcript = this.#transcripts[index]
    if (!transcript) return []
    const isScene = this.#isScene(transcript)
    return transcript.messages.slice(from, from + count).map((message) => {
      const { name, player } = message
      const bounded = {
        ...message,
        ...(name === undefined ? {} : { name: boundedName(name) }),
        ...(player === undefined ? {} : { player: boundedName(spaceOnce(player)) }),
      }
      return isScene ? withDistinct(bounded) : withoutPresence(withSpeakerName(transcript, bounded))
    })
  }

  #describe({
    messages,
    personas,
    participants = [],
    title,
    notes,
    memory,
    ...transcript
  }: Transcript): ImportedTranscript {
    const scene = this.#isScene({ participants })
      ? { participants: participants.map(({ id, name }) => ({ id: boundedName(id), name })) }
      : {}
    const excluded = activePath({ ...transcript, title, messages }).filter((index) => messages[index]?.excluded).length
    const about = { ...this.#boundedNotes(notes), ...this.#boundedMemory(memory) }
    return { ...transcript, ...scene, ...about, title: boundedName(title), count: messages.length, excluded }
  }

  #boundedNotes(notes: Transcript['notes']): Pick<Transcript, 'notes'> {
    if (!notes) return {}
    const { scene, note } = notes
    return {
      notes: { ...notes, scene: scene.slice(0, this.#limits.message), note: note.slice(0, this.#limits.message) },
    }
  }

  #boundedMemory(memory: Transcript['memory']): Pick<Transcript, 'memory'> {
    if (!memory) return {}
    const { facts, sources, fact, summaries, summary } = this.#limits.memory
    return {
      memory: {
        summaries: memory.summaries.slice(-summaries).map((one) => ({ ...one, text: one.text.slice(0, summary) })),
        facts: memory.facts.slice(-facts).map((one) => {
          return { ...one, text: one.text.slice(0, fact), sources: one.sources.slice(0, sources) }
        }),
      },
    }
  }

  #isScene({ participants = [] }: Pick<Transcript, 'participants'>): boolean {
    return participants.length > 1 && participants.length <= this.#limits.participants
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
