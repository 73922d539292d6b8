import { hasMoreValues } from '../has-more-values.ts'
import { isAgnaiChat, isCharacterAiExport, readAgnaiChat, readCharacterAiChats } from './other-chats.ts'
import { isSillyTavernHeader, readSillyTavernChat } from './silly-tavern-chat.ts'
import { assertWithin, type Transcript, TranscriptError, tooMany, transcriptMaxima } from './transcript.ts'
import { isTranscriptJson, readTranscriptJson } from './transcript-json.ts'

/**
 * Reads the conversations of a file in any format that can be imported: the own JSON, SillyTavern's JSONL, and the exports
 * of Agnai and character.ai. Throws a `TranscriptError` that says why a file cannot be read.
 */
export function readTranscripts(text: string): Transcript[] {
  if (hasMoreValues(text, transcriptMaxima.values)) throw tooMany('values')
  // No more lines are looked at than decide whether there are too many.
  const lines = listLines(text, transcriptMaxima.messages + 2)
  const [first = ''] = lines
  // With more than one line, the file is not JSON as a whole. To find out by parsing it, V8 would count all of its lines.
  const file = lines.length > 1 && isSillyTavernHeader(parse(first)) ? null : parse(text)
  if (isTranscriptJson(file)) return [readTranscriptJson(file)]
  if (isCharacterAiExport(file)) return readCharacterAiChats(file)
  if (isAgnaiChat(file)) return [readAgnaiChat(file)]
  if (isSillyTavernHeader(parse(first))) {
    assertWithin('messages', lines.length - 1)
    return [readSillyTavernChat(lines.map(parseLine))]
  }
  throw new TranscriptError(
    'This file is not a conversation. You can import JSON from this site, JSONL from SillyTavern, and JSON from Agnai or character.ai.',
  )
}

/** The first lines with text. What comes after them is not looked at. */
export function listLines(text: string, most: number): string[] {
  const lines: string[] = []
  for (let from = 0; from < text.length && lines.length < most; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    if (line.trim() !== '') lines.push(line)
    from += line.length + 1
  }
  return lines
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

function parseLine(line: string, index: number): Record<string, unknown> {
  const value = parse(line)
  if (typeof value !== 'object' || value === null)
    throw new TranscriptError(`Line ${index + 1} of the file is damaged.`)
  return value as Record<string, unknown>
}
