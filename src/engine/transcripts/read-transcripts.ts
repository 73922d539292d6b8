import { isAgnaiChat, isCharacterAiExport, readAgnaiChat, readCharacterAiChats } from './other-chats.ts'
import { isSillyTavernHeader, readSillyTavernChat } from './silly-tavern-chat.ts'
import { assertWithin, type Transcript, TranscriptError } from './transcript.ts'
import { isTranscriptJson, readTranscriptJson } from './transcript-json.ts'

/**
 * Reads the conversations of a file in any format that can be imported: the own JSON, SillyTavern's JSONL, and the exports
 * of Agnai and character.ai. Throws a `TranscriptError` that says why a file cannot be read.
 */
export function readTranscripts(text: string): Transcript[] {
  const file = parse(text)
  if (isTranscriptJson(file)) return [readTranscriptJson(file)]
  if (isCharacterAiExport(file)) return readCharacterAiChats(file)
  if (isAgnaiChat(file)) return [readAgnaiChat(file)]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (isSillyTavernHeader(parse(lines[0] ?? ''))) {
    assertWithin('messages', lines.length - 1)
    return [readSillyTavernChat(lines.map(parseLine))]
  }
  throw new TranscriptError(
    'This file is not a conversation. You can import JSON from this site, JSONL from SillyTavern, and JSON from Agnai or character.ai.',
  )
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
