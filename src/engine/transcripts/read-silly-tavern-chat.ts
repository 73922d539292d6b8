import { isBlank } from '../is-blank.ts'
import { asList, asRecord, readName, readText } from '../json-values.ts'
import { expandMacros } from '../macros/expand.ts'
import { isHeader, type Line, noteRoles } from './silly-tavern-lines.ts'
import {
  countOf,
  joinPath,
  type Transcript,
  type TranscriptFile,
  type TranscriptMessage,
  type TranscriptNotes,
  type VersionedMessage,
} from './transcript.ts'

/**
 * What a line is. `narration`: written with /sys or /comment; `guest`: with /sendas, in the name of anybody; `notice`:
 * SillyTavern's own, such as its help.
 */
type LineKind = 'player' | 'reply' | 'narration' | 'guest' | 'notice'

function kindOf({ is_user, is_system, extra }: Line): LineKind {
  const { type, model } = asRecord(extra)
  if (is_user === true) return 'player'
  if (type === 'narrator' || type === 'comment') return 'narration'
  if (is_system === true && typeof type === 'string' && type !== 'assistant_message') return 'notice'
  return model === 'slash command' ? 'guest' : 'reply'
}

interface SpokenLine {
  line: Line
  kind: LineKind
  name: string
}

/**
 * Reads the lines of a chat, its first line included. A group chat is a scene in which everybody is present all the time.
 *
 * @example
 * readSillyTavernChat([{ name: 'Ilse', mes: 'Ahoy.' }]).transcripts[0].character // 'Ilse'
 */
export function readSillyTavernChat(lines: readonly Line[]): TranscriptFile {
  const [first = {}] = lines
  const hasHeader = isHeader(first)
  const header = hasHeader ? first : {}
  const all = lines.slice(hasHeader ? 1 : 0).flatMap((line): SpokenLine[] => {
    return readMes(line.mes) === '' ? [] : [{ line, kind: kindOf(line), name: readName(line.name) }]
  })
  const spoken = all.filter(({ kind }) => kind !== 'notice')
  const replies = spoken.filter(({ kind }) => kind === 'reply')
  const names = isGroup(replies, hasHeader) ? [...new Set(replies.map(({ name }) => name))] : []
  const player = readPlayer(header, spoken)
  const own = nameIn(header.character_name) || (names[0] ?? replies.at(-1)?.name ?? '')
  const participants = names.length > 1 ? names.map((name) => ({ id: '', name })) : []
  const speakers = {
    indexes: new Map(participants.map(({ name }, index) => [name, index])),
    presence: participants.length > 0 ? { audience: [...participants.keys()] } : {},
    ...{ player, own, hasGuests: participants.length === 0 && isMixed(replies) },
  }
  const openingEnd = spoken.findIndex(({ kind }) => kind === 'player')
  const path = spoken.map((one, index) => readMessage(one, speakers, openingEnd < 0 || index < openingEnd))
  const { messages, leaf } = joinPath(path)
  const { notes, leftOut } = readNotes(asRecord(header.chat_metadata))
  const notices = all.length - spoken.length
  const transcript: Transcript = {
    ...(participants.length > 0 ? { participants } : {}),
    title: readText(asRecord(header.chat_metadata).title),
    character: own,
    player,
    notes,
    createdAt: readDate(header.create_date) || (messages[0]?.createdAt ?? 0),
    messages,
    leaf,
  }
  return {
    transcripts: [transcript],
    leftOut: [...leftOut, ...(notices > 0 ? [countOf(notices, 'notice of SillyTavern')] : [])],
  }
}

const hasAvatar = ({ line }: SpokenLine) => readText(line.original_avatar) !== ''

/** Whether only some replies name their avatar: those that older versions wrote for /sendas. */
const isMixed = (replies: readonly SpokenLine[]) => replies.some(hasAvatar) && !replies.every(hasAvatar)

/**
 * Whether the replies are those of a group, each of which names its avatar. Files of other programs name none: there,
 * speakers alternate, while a character that was renamed does not return to its first name.
 */
function isGroup(replies: readonly SpokenLine[], hasHeader: boolean): boolean {
  if (!hasHeader || replies.every(hasAvatar)) return true
  if (replies.some(hasAvatar)) return false
  const runs = replies.filter(({ name }, index) => name !== replies[index - 1]?.name).length
  return runs > new Set(replies.map(({ name }) => name)).size
}

interface Speakers {
  /** The characters of a scene by their names; none in a chat with one character. */
  indexes: ReadonlyMap<string, number>
  presence: Pick<TranscriptMessage, 'audience'>
  player: string
  own: string
  /** Whether a reply that names its avatar was written with /sendas. */
  hasGuests: boolean
}

function readMessage(
  spoken: SpokenLine,
  { indexes, presence, player, own, hasGuests }: Speakers,
  isOpening: boolean,
): VersionedMessage {
  const { line, kind, name } = spoken
  const isPlayer = kind === 'player'
  const speaker = isPlayer || kind === 'narration' ? undefined : indexes.get(name)
  const isGuest =
    (kind === 'guest' || (hasGuests && hasAvatar(spoken))) && speaker === undefined && name !== own && name !== ''
  const { versions, shown } = readVersions(line, isOpening ? { user: player, char: name || own } : null)
  const said = {
    role: isPlayer ? 'user' : 'character',
    ...(line.is_system === true ? { excluded: true } : {}),
    ...(isPlayer && name !== '' && name !== player ? { player: name } : {}),
    ...presence,
    speaker,
  } as const
  const write = (text: string) => {
    if (isGuest) return `**${name}:** ${text}`
    return kind === 'narration' ? asNarration(text) : text
  }
  return { versions: versions.map(({ content, ...rest }) => ({ ...rest, ...said, content: write(content) })), shown }
}

/** The text in asterisks, as narration is written. Lines that have some are left as they are. */
const asNarration = (text: string): string =>
  text
    .split('\n')
    .map((line) => (isBlank(line) || line.includes('*') ? line : `*${line.trim()}*`))
    .join('\n')

/** A name of the header, where newer versions write “unused”. */
const nameIn = (value: unknown): string => (value === 'unused' ? '' : readName(value))

/** The player's name now: that of the header, or of the last line. */
function readPlayer(header: Line, spoken: readonly SpokenLine[]): string {
  return nameIn(header.user_name) || (spoken.findLast(({ kind, name }) => kind === 'player' && name !== '')?.name ?? '')
}

/** The text of a message or version. In Chub's files it is within an object. */
const readMes = (value: unknown): string => (typeof value === 'string' ? value : readText(asRecord(value).message))

type Version = Pick<TranscriptMessage, 'content' | 'status' | 'createdAt'>

/**
 * The versions of a message and which of them is shown: the one with its text. Alternative greetings have their macros,
 * while the text of the message has the names.
 */
function readVersions(
  line: Line,
  names: { user: string; char: string } | null,
): { versions: Version[]; shown: number } {
  const fill = (text: string) => (names ? expandMacros(text, { ...names, random: () => 0, seed: '' }) : text)
  const own: Version = { content: readMes(line.mes), status: statusOf(line.extra), createdAt: readDate(line.send_date) }
  const infos = asList(line.swipe_info).map(asRecord)
  const listed = typeof line.swipe_id === 'number' ? line.swipe_id : -1
  const swipes = asList(line.swipes).map((swipe, index) => ({ text: readMes(swipe), index }))
  const isOwn = ({ text }: { text: string }) => text === own.content || fill(text) === own.content
  const current = swipes.find((swipe) => swipe.index === listed)
  const owner = current && isOwn(current) ? current : (swipes.find(isOwn) ?? current)
  const others = swipes.filter((swipe) => swipe !== owner && swipe.text !== '')
  const versions = others.map(({ text, index }): Version => {
    const info = infos[index]
    const content = fill(text)
    if (!info) return { ...own, content }
    return { content, status: statusOf(info.extra), createdAt: readDate(info.send_date) || own.createdAt }
  })
  const shown = owner ? others.filter(({ index }) => index < owner.index).length : others.length
  versions.splice(shown, 0, own)
  return { versions, shown }
}

/** As many messages as can come after an author's note. */
const farAbove = 100

/** The author's note. Where it stands before the chat, it comes before as many messages as it can. */
function readNotes(metadata: Line): { notes?: TranscriptNotes; leftOut: string[] } {
  const { note_prompt, note_interval, note_position, note_depth, note_role } = metadata
  const note = readText(note_prompt)
  if (isBlank(note)) return { leftOut: [] }
  if (note_interval === 0) return { leftOut: ["the author's note, which is switched off"] }
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? Math.trunc(value) : otherwise)
  const notes = {
    scene: '',
    note,
    depth: note_position === 0 || note_position === 2 ? farAbove : number(note_depth, 4),
    role: noteRoles[number(note_role, 0)] ?? 'system',
    interval: number(note_interval, 1),
  }
  return { notes, leftOut: [] }
}

const statusOf = (extra: unknown): TranscriptMessage['status'] =>
  asRecord(extra).interrupted === true ? 'interrupted' : 'complete'

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
