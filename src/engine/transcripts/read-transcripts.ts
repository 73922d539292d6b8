import { hasMoreValues } from '../has-more-values.ts'
import { asRecord, parseJson } from '../json-values.ts'
import { readOtherChats } from './other-chats.ts'
import { readSillyTavernChat } from './read-silly-tavern-chat.ts'
import { isSillyTavernLine } from './silly-tavern-lines.ts'
import { assertWithin, TranscriptError, type TranscriptFile, tooMany, transcriptMaxima } from './transcript.ts'
import { isTranscriptJson, readTranscriptJson } from './transcript-json.ts'

/**
 * Reads the conversations of a file in any format that can be imported: the own JSON, SillyTavern's JSONL, and those of
 * other-chats.ts. Throws a `TranscriptError` that says why a file cannot be read.
 *
 * @example
 * const lines = '{"user_name":"Sam","character_name":"Ilse"}\n{"name":"Ilse","is_user":false,"mes":"Ahoy."}'
 * readTranscripts(lines).transcripts[0].messages[0].content // 'Ahoy.'
 */
export function readTranscripts(text: string): TranscriptFile {
  if (hasMoreValues(text, transcriptMaxima.values)) throw tooMany('values')
  // No more lines are looked at than decide whether there are too many.
  const lines = text.trim().split(/\n\s*/, transcriptMaxima.messages + 2)
  const [first = ''] = lines
  const isSillyTavern = isSillyTavernLine(parseJson(first))
  // With more than one line, the file is not JSON as a whole. To find out by parsing it, V8 would count all of its lines.
  const file = lines.length > 1 && isSillyTavern ? null : parseJson(text)
  if (isTranscriptJson(file)) return { transcripts: [readTranscriptJson(file)], leftOut: [] }
  const other = readOtherChats(file)
  if (other) return other
  if (isSillyTavern) return readLines(lines)
  throw new TranscriptError(
    'This file is not a conversation. You can import JSON from this site, JSONL from SillyTavern or Chub, and JSON from RisuAI, KoboldLite, text-generation-webui, Agnai or character.ai.',
  )
}

/** Reads a chat of SillyTavern. A last line that cannot be read was cut off, as where a file was not saved to its end. */
function readLines(lines: readonly string[]): TranscriptFile {
  assertWithin('messages', lines.length - 1)
  const parsed = lines.map(parseJson)
  const damaged = parsed.findIndex((line) => typeof line !== 'object' || line === null)
  if (damaged < 0) return readSillyTavernChat(parsed.map(asRecord))
  if (damaged < lines.length - 1) throw new TranscriptError(`Line ${damaged + 1} of the file is damaged.`)
  const { transcripts, leftOut } = readSillyTavernChat(parsed.slice(0, -1).map(asRecord))
  return { transcripts, leftOut: [...leftOut, `line ${damaged + 1}, which is cut off`] }
}
