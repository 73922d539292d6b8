import { writeMarkdown } from '#engine/transcripts/markdown.ts'
import { writeSillyTavernChat } from '#engine/transcripts/silly-tavern-chat.ts'
import type { Transcript } from '#engine/transcripts/transcript.ts'
import { writeTranscriptJson } from '#engine/transcripts/transcript-json.ts'
import type { TranscriptFormat } from '#shared/transcripts.ts'
import { writeHtmlPage } from './html-page.ts'

const writers: Record<
  TranscriptFormat,
  { type: string; extension: string; write: (transcript: Transcript) => string }
> = {
  json: { type: 'application/json', extension: 'json', write: writeTranscriptJson },
  jsonl: { type: 'application/jsonl', extension: 'jsonl', write: writeSillyTavernChat },
  markdown: { type: 'text/markdown', extension: 'md', write: writeMarkdown },
  html: { type: 'text/html', extension: 'html', write: writeHtmlPage },
}

export interface TranscriptFile {
  /** With the character's name and the day the conversation began, in ASCII and in UTF-8 (RFC 6266). */
  disposition: string
  contentType: string
  text: string
}

export function writeFile(transcript: Transcript, format: TranscriptFormat): TranscriptFile {
  const { type, extension, write } = writers[format]
  const day = new Date(transcript.createdAt).toISOString().slice(0, 10)
  const name = `${transcript.character.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim() || 'Conversation'} ${day}.${extension}`
  const ascii = name.replaceAll(/[^\x20-\x7e]+/g, '_')
  return {
    disposition: `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(name)}`,
    contentType: `${type}; charset=utf-8`,
    text: write(transcript),
  }
}

/** As RFC 8187 (3.2.1): `encodeURIComponent` leaves some characters that must be encoded. */
const encodeRfc8187 = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
