import { isBlank } from '../is-blank.ts'
import { asList, asRecord, readName, readText } from '../json-values.ts'
import {
  assertWithin,
  countOf,
  joinPath,
  type Transcript,
  type TranscriptFile,
  type VersionedMessage,
} from './transcript.ts'

type FileRecord = Record<string, unknown>

/** The formats of other programs that are one JSON value. */
const formats: { matches(file: FileRecord): boolean; read(file: FileRecord): TranscriptFile }[] = [
  { matches: (file) => historiesOf(file).length > 0, read: readCharacterAiChats },
  { matches: ({ type }) => type === 'risuChat' || type === 'risuAllChats', read: readRisuChats },
  {
    matches: ({ actions, savedsettings }) => Array.isArray(actions) && savedsettings !== undefined,
    read: readKoboldChat,
  },
  { matches: (file) => webuiRows(file).length > 0, read: readWebuiChat },
  {
    matches: ({ messages }) => asList(messages).some((row) => readText(asRecord(row).msg) !== ''),
    read: readAgnaiChat,
  },
]

/**
 * Reads a chat of another program; null if it is none that is known.
 *
 * @example
 * readOtherChats({ messages: [{ handle: 'You', msg: 'Hi.' }] }).transcripts[0].messages[0].content // 'Hi.'
 * readOtherChats({}) // null
 */
export function readOtherChats(file: unknown): TranscriptFile | null {
  const record = asRecord(file)
  return formats.find(({ matches }) => matches(record))?.read(record) ?? null
}

/**
 * Agnai's export: an object whose `messages` have the text in `msg`; the player's have a `userId` or the handle "You".
 */
function readAgnaiChat(file: FileRecord): TranscriptFile {
  const rows = asList(file.messages).map(asRecord)
  const isPlayer = (row: FileRecord) => Boolean(row.userId) || row.handle === 'You'
  const said = rows.flatMap((row) => readMessage(isPlayer(row), row.msg, row.createdAt))
  const greeting = said[0]?.versions[0]?.role === 'character' ? [] : readMessage(false, file.greeting, undefined)
  return only({
    title: readText(file.name),
    character: readName(rows.find((row) => !isPlayer(row))?.handle),
    player: readName(rows.find(isPlayer)?.handle),
    path: [...greeting, ...said],
  })
}

/** The export of character.ai tools: `histories.histories`, each with `msgs` of `src` (the speaker) and `text`. */
function readCharacterAiChats(file: FileRecord): TranscriptFile {
  const nameOf = (row: FileRecord | undefined) => readName(asRecord(row?.src).name)
  return readAll(historiesOf(file), (history) => {
    const rows = asList(asRecord(history).msgs).map(asRecord)
    const isPlayer = (row: FileRecord) => asRecord(row.src).is_human === true
    return {
      title: '',
      character: nameOf(rows.find((row) => !isPlayer(row))),
      player: nameOf(rows.find(isPlayer)),
      path: rows.flatMap((row) => readMessage(isPlayer(row), row.text, row.created)),
    }
  })
}

const historiesOf = (file: FileRecord): unknown[] => asList(asRecord(file.histories).histories)

/** RisuAI's export of a chat, or of all chats of a character, whose name it does not have. */
function readRisuChats({ data }: FileRecord): TranscriptFile {
  return readAll(Array.isArray(data) ? data : [data], (value) => {
    const chat = asRecord(value)
    const rows = asList(chat.message).map(asRecord)
    const hiddenUpTo = rows.findLastIndex(({ disabled }) => disabled === 'allBefore')
    const isExcluded = ({ disabled, isComment }: FileRecord, index: number) =>
      disabled === true || isComment === true || index <= hiddenUpTo
    const nameOf = (role: string) => readName(rows.find((row) => row.role === role && readText(row.name) !== '')?.name)
    return {
      title: readText(chat.name),
      character: nameOf('char'),
      player: nameOf('user'),
      note: readText(chat.note),
      path: rows.flatMap((row, index) =>
        readMessage(row.role === 'user', row.data, row.time, isExcluded(row, index) ? { excluded: true } : {}),
      ),
    }
  })
}

/** The marks between the path of an instruct story of KoboldLite. */
const koboldMarks = /\{\{\[(INPUT|OUTPUT|SYSTEM)(?:_END)?\]\}\}/
const koboldImages = /\[<\|[ph]\|[\s\S]+?\|[ph]\|>\]/g

/** A story of KoboldLite: pieces of one text, with marks between its path, in chat mode with a name before each. */
function readKoboldChat({ prompt, actions, savedsettings, authorsnote }: FileRecord): TranscriptFile {
  const { chatname, chatopponent } = asRecord(savedsettings)
  const player = readName(chatname)
  const characters = readText(chatopponent).split('||$||', maxKoboldCharacters).map(readName)
  const present = characters.length > 1 ? { audience: [...characters.keys()] } : {}
  const story = [prompt, ...asList(actions)].map(readText).join('').replaceAll(koboldImages, '')
  const path = splitStory(story, [player, ...characters]).flatMap(({ mark, name, text }) => {
    const isPlayer = name === null ? mark === 'INPUT' : name === player
    const speaker = isPlayer || characters.length < 2 ? -1 : characters.indexOf(name ?? '')
    const excluded = mark === 'SYSTEM' ? { excluded: true } : {}
    return readMessage(isPlayer, text.trim(), 0, { ...present, ...excluded, ...(speaker < 0 ? {} : { speaker }) })
  })
  const participants = characters.length > 1 ? { participants: characters.map((name) => ({ id: '', name })) } : {}
  const [character = ''] = characters
  return only({ title: '', character, player, note: readText(authorsnote), ...participants, path })
}

const maxKoboldCharacters = 100

/** The parts of a story: each begins at a mark, or at a line with the name of its speaker. */
function splitStory(story: string, names: readonly string[]) {
  const byLabel = new Map(names.filter(Boolean).map((name) => [`${name}:`.toLowerCase(), name]))
  const parts: { mark: string; name: string | null; text: string }[] = []
  let mark = ''
  for (const [index, text] of story.split(koboldMarks).entries()) {
    if (index % 2 === 1) {
      mark = text
      continue
    }
    let part = { mark, name: null as string | null, text: '' }
    parts.push(part)
    for (const line of text.split('\n')) {
      const label = line.slice(0, line.indexOf(':') + 1).toLowerCase()
      const name = byLabel.get(label)
      if (name === undefined) {
        part.text += `\n${line}`
        continue
      }
      part = { mark, name, text: line.slice(label.length) }
      parts.push(part)
    }
  }
  return parts
}

/** What text-generation-webui stores as the player's message before a greeting. */
const webuiGreeting = '<|BEGIN-VISIBLE-CHAT|>'

const webuiRows = (file: FileRecord): unknown[] => asList(file.internal ?? file.data).filter(Array.isArray)

/** A history of text-generation-webui: pairs of a message and its reply, with the versions of each in `metadata`. */
function readWebuiChat(file: FileRecord): TranscriptFile {
  const metadata = asRecord(file.metadata)
  const path = webuiRows(file).flatMap((row, index) =>
    (['user', 'assistant'] as const).flatMap((role, at) => {
      const text = readText(asList(row)[at])
      const { timestamp, versions, current_version_index: shown } = asRecord(metadata[`${role}_${index}`])
      const texts = asList(versions).map((version) => readText(asRecord(version).content))
      const [own] = readMessage(role === 'user', text === webuiGreeting ? '' : text, timestamp)
      const [first] = own?.versions ?? []
      if (!own || !first) return []
      if (texts.length < 2 || typeof shown !== 'number' || texts[shown] !== text) return [own]
      return [{ versions: texts.map((content) => ({ ...first, content })), shown }]
    }),
  )
  return only({ title: '', character: readName(file.name2), player: readName(file.name1), path })
}

interface Chat extends Pick<Transcript, 'title' | 'character' | 'player' | 'participants'> {
  path: VersionedMessage[]
  /** The author's note. */
  note?: string
}

/** A message in one version; nothing for a blank one. */
function readMessage(isPlayer: boolean, text: unknown, at: unknown, more: object = {}): VersionedMessage[] {
  const content = readText(text)
  if (isBlank(content)) return []
  const time = typeof at === 'number' && Math.abs(at) <= 8.64e15 ? Math.trunc(at) : Date.parse(readText(at))
  const said = { role: isPlayer ? 'user' : 'character', content, status: 'complete', createdAt: time || 0 } as const
  return [{ versions: [{ ...said, ...more }], shown: 0 }]
}

/** The conversations of a file, without those that have no messages, unless it has no other. */
function readAll(values: readonly unknown[], read: (value: unknown) => Chat): TranscriptFile {
  assertWithin('conversations', values.length)
  const chats = values.map(read)
  const spoken = chats.filter(({ path }) => path.length > 0)
  const empty = chats.length - spoken.length
  const transcripts = (spoken.length > 0 ? spoken : chats.slice(0, 1)).map(toTranscript)
  return { transcripts, leftOut: empty > 0 ? [countOf(empty, 'empty conversation')] : [] }
}

const only = (chat: Chat): TranscriptFile => ({ transcripts: [toTranscript(chat)], leftOut: [] })

function toTranscript({ path, note = '', ...chat }: Chat): Transcript {
  const notes = isBlank(note) ? {} : { notes: { scene: '', note, depth: 4, role: 'system', interval: 1 } as const }
  const { messages, leaf } = joinPath(path)
  return { ...chat, ...notes, createdAt: messages[0]?.createdAt ?? 0, messages, leaf }
}
