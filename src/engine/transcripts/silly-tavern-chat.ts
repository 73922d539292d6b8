import { asList, asRecord, readName, readText } from './json-values.ts'
import {
  activePath,
  assertWithin,
  childrenOf,
  speakerName,
  type Transcript,
  TranscriptError,
  type TranscriptMessage,
} from './transcript.ts'

/**
 * SillyTavern's chats: a line of JSON for the conversation and one for each message of the active path, with the versions
 * of a message as its `swipes` (https://docs.sillytavern.app/usage/core-concepts/chatfilemanagement/). What follows a
 * version that is not shown has no place in this format.
 */
export function writeSillyTavernChat(transcript: Transcript): string {
  const { character, player, createdAt, title, messages } = transcript
  const versionsAfter = childrenOf(transcript)
  const header = {
    user_name: player,
    character_name: character,
    create_date: writeDate(createdAt),
    chat_metadata: { title },
  }
  const lines = activePath(transcript).flatMap((index) => {
    const message = messages[index]
    if (!message) return []
    const { role, content, parent } = message
    const line = {
      name: speakerName(transcript, message),
      is_user: role === 'user',
      is_system: false,
      send_date: writeDate(message.createdAt),
      mes: content,
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

/** Whether the first line of a file begins a chat of SillyTavern. */
export const isSillyTavernHeader = (line: unknown): boolean => {
  const header = asRecord(line)
  return ('user_name' in header || 'chat_metadata' in header) && !('mes' in header)
}

/**
 * Reads the lines of a chat, its first line included. A chat with several characters is a scene in which everybody is
 * present all the time. Hidden lines of the system are left out.
 */
export function readSillyTavernChat([first, ...rest]: Record<string, unknown>[]): Transcript {
  const header = asRecord(first)
  const spoken = rest.filter((line) => readText(line.mes) !== '' && line.is_system !== true)
  const names = [...new Set(spoken.filter((line) => line.is_user !== true).map((line) => readName(line.name)))]
  const indexes = new Map(names.map((name, index) => [name, index]))
  const player = readPlayer(header, spoken)
  const everybody = names.length > 1 ? { audience: [...names.keys()] } : {}
  const messages: TranscriptMessage[] = []
  let leaf: number | null = null
  for (const line of spoken) {
    const parent = leaf
    const versions = readVersions(line)
    assertWithin('messages', messages.length + versions.all.length)
    const isReply = names.length > 1 && line.is_user !== true
    const name = readName(line.name)
    const isOther = line.is_user === true && name !== '' && name !== player
    const said = {
      ...(isOther ? { player: name } : {}),
      ...everybody,
      ...(isReply ? { speaker: indexes.get(name) ?? 0 } : {}),
    }
    for (const [index, version] of versions.all.entries()) {
      if (index === versions.shown) leaf = messages.length
      const role = line.is_user === true ? 'user' : 'character'
      messages.push({ parent, role, ...version, ...said })
    }
  }
  if (messages.length === 0) throw new TranscriptError('The file has no messages.')
  const [firstName = ''] = names
  return {
    ...(names.length > 1 ? { participants: names.map((name) => ({ id: '', name })) } : {}),
    title: readText(asRecord(header.chat_metadata).title),
    character: readName(header.character_name) || firstName,
    player,
    createdAt: readDate(header.create_date) || (messages[0]?.createdAt ?? 0),
    messages,
    leaf,
  }
}

/** The player's name now: that of the header, where newer versions write “unused”; there, that of the last line. */
function readPlayer(header: Record<string, unknown>, lines: Record<string, unknown>[]): string {
  const name = readName(header.user_name)
  if (name !== '' && name !== 'unused') return name
  return readName(lines.findLast((line) => line.is_user === true && readText(line.name) !== '')?.name) || name
}

type Version = Pick<TranscriptMessage, 'content' | 'status' | 'createdAt'>

/** The versions of a message and which of them is shown. A list of swipes that does not hold the text is not one. */
function readVersions(line: Record<string, unknown>): { all: Version[]; shown: number } {
  const own: Version = {
    content: readText(line.mes),
    status: statusOf(line.extra),
    createdAt: readDate(line.send_date),
  }
  const swipes = asList(line.swipes).filter((swipe) => typeof swipe === 'string')
  const listed = typeof line.swipe_id === 'number' ? line.swipe_id : -1
  const shown = swipes[listed] === own.content ? listed : swipes.indexOf(own.content)
  if (swipes.length < 2 || shown < 0) return { all: [own], shown: 0 }
  const infos = asList(line.swipe_info).map(asRecord)
  const all = swipes.map((content, index): Version => {
    const info = infos[index]
    if (index === shown || !info) return { ...own, content }
    return { content, status: statusOf(info.extra), createdAt: readDate(info.send_date) || own.createdAt }
  })
  return { all, shown }
}

const statusOf = (extra: unknown): TranscriptMessage['status'] =>
  asRecord(extra).interrupted === true ? 'interrupted' : 'complete'

const writeDate = (time: number): string => new Date(time).toISOString()

/** `2023-7-4 @12h 30m 05s 120ms`, which older versions write in local time, and `June 25, 2023 4:30pm`. */
const withHours = /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?$/
const withMonthName = /^(\w+ \d{1,2}, \d{4} \d{1,2}:\d{2}) ?([ap]m)$/i

/** Milliseconds since 1970; local times are read as UTC, since the file does not say where it was written. 0 if unknown. */
function readDate(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : 0
  if (typeof value !== 'string') return 0
  const [, ...parts] = withHours.exec(value) ?? []
  if (parts.length > 0) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts.map((part) =>
      Number(part ?? 0),
    )
    return Date.UTC(year, month - 1, day, hour, minute, second, ms)
  }
  const [, date, half] = withMonthName.exec(value) ?? []
  return Date.parse(date ? `${date} ${half} UTC` : value) || 0
}
