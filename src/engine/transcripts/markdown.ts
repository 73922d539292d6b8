import { activePath, speakerName, type Transcript } from './transcript.ts'

/** The active path as Markdown, each message under the name of its speaker. */
export function writeMarkdown(transcript: Transcript): string {
  const { title, messages } = transcript
  const spoken = activePath(transcript).flatMap((index) => {
    const message = messages[index]
    if (!message || message.content === '') return []
    return [`**${escapeMarkdown(speakerName(transcript, message))}**`, message.content]
  })
  return `${[`# ${escapeMarkdown(title)}`, ...spoken].join('\n\n')}\n`
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#]/g, '\\$&')
