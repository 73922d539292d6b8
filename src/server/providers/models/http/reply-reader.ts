import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'
import { parseJson } from '#engine/json-values.ts'
import type { BodyReader, Progress } from './upstream-call.ts'
import { InvalidReplyError } from './upstream-error.ts'

/** Parses the body of a reply in one protocol. Both methods throw when the body is not valid in that protocol. */
export interface BodyParser {
  readonly progress: Progress
  /** Whether the body is one JSON object in each line instead of an event stream. */
  readonly isLines?: true
  onEvent(data: string): void
  /** Takes the whole reply as one JSON document, from a server that does not stream. */
  onDocument(document: Record<string, unknown>): void
}

/** Many times the size of the longest reply we request. */
const maxBytes = 32 * 1024 * 1024
const openingBrace = 0x7b
const openingBracket = 0x5b
const lessThan = 0x3c

/**
 * Reads the body of a reply: an event stream or a JSON document. The first character tells which, because content types
 * are not reliable; HTML is the error page of a proxy.
 */
export function createReplyReader(parser: BodyParser): BodyReader {
  const decoder = new StringDecoder('utf8')
  const document: Buffer[] = []
  const onEvent = (data: string) => {
    if (parser.progress !== 'stopped') parser.onEvent(data)
  }
  const readText = parser.isLines ? readLines(onEvent) : readEvents(onEvent)
  let format: 'events' | 'document' | null = null
  let bytes = 0
  return {
    feed(chunk) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new InvalidReplyError('a reply of more than 32 MiB')
      format ??= detectFormat(chunk, parser.isLines === true)
      if (format === 'document') document.push(chunk)
      else readText(decoder.write(chunk))
      return parser.progress
    },
    end() {
      if (format === 'document') return parser.onDocument(parseObject(Buffer.concat(document).toString('utf8')))
      const before = parser.progress
      if (before === 'complete' || before === 'stopped') return
      try {
        // A last event without the empty line that some servers omit.
        readText(`${decoder.end()}\n\n`)
      } catch (error) {
        // An error in it does not matter once the text is complete.
        if (before === 'reading') throw error
      }
      if (parser.progress === 'reading') throw new InvalidReplyError('the stream ended before the reply')
    },
  }
}

/** Null for a chunk of white space. */
function detectFormat(chunk: Buffer, isLines: boolean): 'events' | 'document' | null {
  const first = chunk.find((byte) => byte > 0x20)
  if (first === undefined) return null
  if (first === lessThan) throw new InvalidReplyError('a web page', { cause: chunk.toString('utf8') })
  return !isLines && (first === openingBrace || first === openingBracket) ? 'document' : 'events'
}

export function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new InvalidReplyError('not a JSON object', { cause: text.slice(0, 2_000) })
}

/** In UTF-16 code units. Events and lines of a reply have some hundreds. */
const maxEventLength = 1024 * 1024

/** Splits a text that arrives in pieces into lines. */
function readLines(onLine: (line: string) => void): (text: string) => void {
  let unfinished = ''
  return (text) => {
    const lines = (unfinished + text).split('\n')
    unfinished = lines.pop() ?? ''
    for (const line of lines.map((whole) => whole.trim())) if (line !== '') onLine(line)
    if (unfinished.length > maxEventLength) throw new InvalidReplyError('a line was longer than 1 MiB')
  }
}

/** Splits a text that arrives in pieces into the events of an event stream. */
function readEvents(onEvent: (data: string) => void): (text: string) => void {
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ data }) => onEvent(data),
    onError: (error) => {
      // The SSE specification says to ignore unknown fields, so only the size is an error.
      if (error.type === 'max-buffer-size-exceeded') throw new InvalidReplyError('an event was longer than 1 MiB')
    },
  })
  let isAtStart = true
  return (text) => {
    parser.feed(isAtStart ? text.replace(/^\uFEFF/, '') : text)
    isAtStart &&= text === ''
  }
}
