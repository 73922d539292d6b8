import { hasMoreValues } from '#engine/has-more-values.ts'
import { readTranscripts } from '#engine/transcripts/read-transcripts.ts'
import { type Transcript, TranscriptError } from '#engine/transcripts/transcript.ts'
import { withoutUnstorable } from '#shared/clean-text.ts'

/** The body of a request, or the text of a file. */
export type ParserTask = { bytes: Uint8Array } | { text: string }
/** `body` is missing if it is not JSON of a few values. `problem`: why a file cannot be read, in words for the user. */
export interface ParserResult {
  body?: unknown
  transcripts?: Transcript[]
  problem?: string
}

export const parse = (task: ParserTask): ParserResult =>
  'bytes' in task ? parseBody(task.bytes) : parseFile(task.text)

/** The most values of a request: it has two. */
const maxValues = 100

function parseBody(bytes: Uint8Array): ParserResult {
  const json = new TextDecoder().decode(bytes)
  if (hasMoreValues(json, maxValues)) return {}
  try {
    const body: unknown = JSON.parse(json)
    if (typeof body !== 'object' || body === null) return { body }
    const { characterId, text } = body as Record<string, unknown>
    return { body: { characterId, text } }
  } catch {
    return {}
  }
}

function parseFile(text: string): ParserResult {
  try {
    const transcripts = readTranscripts(text)
    // Only escaped they can be in the file: most files need no second walk.
    return { transcripts: /\\u(?:0000|d[89a-f])/i.test(text) ? storable(transcripts) : transcripts }
  } catch (error) {
    if (error instanceof TranscriptError) return { problem: error.message }
    throw error
  }
}

/** The value with every text as PostgreSQL can store it: without NUL and lone surrogates. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutUnstorable(value) as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, storable(part)])) as Value
}
