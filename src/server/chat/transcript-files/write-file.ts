import { writeMarkdown } from '#engine/transcripts/markdown.ts'
import type { Transcript } from '#engine/transcripts/transcript.ts'
import { writeTranscriptJson } from '#engine/transcripts/transcript-json.ts'
import { writeSillyTavernChat } from '#engine/transcripts/write-silly-tavern-chat.ts'
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
  /** The character's name and the day the conversation began. */
  name: string
  extension: string
  contentType: string
  text: string
}

export function writeFile(transcript: Transcript, format: TranscriptFormat): TranscriptFile {
  const { type, extension, write } = writers[format]
  const day = new Date(transcript.createdAt).toISOString().slice(0, 10)
  return {
    ...{ name: `${transcript.character || 'Conversation'} ${day}`, extension },
    contentType: `${type}; charset=utf-8`,
    text: write(transcript),
  }
}
