import { isBlank } from '../is-blank.ts'
import { asList, asRecord, readName, readText } from './json-values.ts'
import { assertWithin, type Transcript, TranscriptError, type TranscriptMessage } from './transcript.ts'

/**
 * Agnai's export: an object whose `messages` have the text in `msg`; the player's have a `userId` or the handle "You".
 */
export function readAgnaiChat(file: Record<string, unknown>): Transcript {
  const rows = asList(file.messages).map(asRecord)
  const isPlayer = (row: Record<string, unknown>) => Boolean(row.userId) || row.handle === 'You'
  const messages = rows.flatMap((row) => readMessage(isPlayer(row), row.msg, row.createdAt))
  const greeting = messages[0]?.role === 'character' ? [] : readMessage(false, file.greeting, undefined)
  return linear({
    title: readText(file.name),
    character: readName(rows.find((row) => !isPlayer(row))?.handle),
    player: readName(rows.find(isPlayer)?.handle),
    messages: [...greeting, ...messages],
  })
}

export const isAgnaiChat = (file: unknown): file is Record<string, unknown> =>
  asList(asRecord(file).messages).some((row) => readText(asRecord(row).msg) !== '')

/** The export of character.ai tools: `histories.histories`, each with `msgs` of `src` (the speaker) and `text`. */
export function readCharacterAiChats(file: Record<string, unknown>): Transcript[] {
  const histories = historiesOf(file)
  assertWithin('conversations', histories.length)
  return histories.map((history) => {
    const rows = asList(asRecord(history).msgs).map(asRecord)
    const isPlayer = (row: Record<string, unknown>) => asRecord(row.src).is_human === true
    const nameOf = (row: Record<string, unknown> | undefined) => readName(asRecord(row?.src).name)
    return linear({
      title: '',
      character: nameOf(rows.find((row) => !isPlayer(row))),
      player: nameOf(rows.find(isPlayer)),
      messages: rows.flatMap((row) => readMessage(isPlayer(row), row.text, row.created)),
    })
  })
}

export const isCharacterAiExport = (file: unknown): file is Record<string, unknown> => historiesOf(file).length > 0

const historiesOf = (file: unknown): unknown[] => asList(asRecord(asRecord(file).histories).histories)

type SpokenMessage = Omit<TranscriptMessage, 'parent'>

function readMessage(isPlayer: boolean, text: unknown, at: unknown): SpokenMessage[] {
  const content = readText(text)
  if (isBlank(content)) return []
  return [
    { role: isPlayer ? 'user' : 'character', content, status: 'complete', createdAt: Date.parse(readText(at)) || 0 },
  ]
}

function linear(chat: { title: string; character: string; player: string; messages: SpokenMessage[] }): Transcript {
  if (chat.messages.length === 0) throw new TranscriptError('The file has no messages.')
  return {
    ...chat,
    createdAt: chat.messages[0]?.createdAt ?? 0,
    messages: chat.messages.map((message, index) => ({ ...message, parent: index === 0 ? null : index - 1 })),
    leaf: chat.messages.length - 1,
  }
}
