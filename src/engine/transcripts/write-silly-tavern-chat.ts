import { noteRoles } from './silly-tavern-lines.ts'
import {
  activePath,
  childrenOf,
  speakerName,
  type Transcript,
  type TranscriptMessage,
  type TranscriptNotes,
} from './transcript.ts'

/**
 * SillyTavern's chats: a line of JSON for the conversation and one for each message of the active path, with the versions
 * of a message as its `swipes` (https://docs.sillytavern.app/usage/core-concepts/chatfilemanagement/). What follows a
 * version that is not shown has no place in this format.
 *
 * @example
 * const messages = [{ parent: null, role: 'user', content: 'Hi.', createdAt: 0 }]
 * JSON.parse(writeSillyTavernChat({ player: 'Sam', createdAt: 0, messages, leaf: 0 }).split('\n')[1]).mes // 'Hi.'
 */
export function writeSillyTavernChat(transcript: Transcript): string {
  const { character, player, createdAt, title, messages, notes, participants } = transcript
  const versionsAfter = childrenOf(transcript)
  const header = {
    user_name: player,
    character_name: character,
    create_date: writeDate(createdAt),
    chat_metadata: { title, ...(notes ? writeNotes(notes) : {}) },
  }
  const lines = activePath(transcript).flatMap((index) => {
    const message = messages[index]
    if (!message) return []
    const { role, content, parent } = message
    const name = speakerName(transcript, message)
    const line = {
      name,
      is_user: role === 'user',
      is_system: message.excluded === true,
      send_date: writeDate(message.createdAt),
      mes: content,
      // SillyTavern identifies the characters of a group by the files of their avatars.
      ...(participants && role === 'character' ? { original_avatar: `${name}.png` } : {}),
      extra: extraOf(message),
    }
    const versions = versionsAfter(parent)
      .map((version) => ({ index: version, message: messages[version] }))
      .filter((version): version is { index: number; message: TranscriptMessage } => version.message?.role === role)
    if (versions.length < 2) return [line]
    const swipes = {
      swipe_id: versions.findIndex((version) => version.index === index),
      swipes: versions.map((version) => version.message.content),
      swipe_info: versions.map(({ message: version }) => ({
        send_date: writeDate(version.createdAt),
        extra: extraOf(version),
      })),
    }
    return [{ ...line, ...swipes }]
  })
  return `${[header, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`
}

const extraOf = ({ status }: TranscriptMessage) => (status === 'interrupted' ? { interrupted: true } : {})

/** The author's note. `note_position` 1 is within the chat. */
function writeNotes({ note, depth, role, interval }: TranscriptNotes) {
  const place = { note_position: 1, note_depth: depth, note_role: noteRoles.indexOf(role) }
  return note === '' ? {} : { note_prompt: note, note_interval: interval, ...place }
}

const writeDate = (time: number): string => new Date(time).toISOString()
