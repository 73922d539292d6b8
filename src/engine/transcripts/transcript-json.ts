import { expressions } from '../expressions/expression.ts'
import { asList, asRecord, readName, readText } from '../json-values.ts'
import { assertWithin, type Transcript, TranscriptError, type TranscriptMessage } from './transcript.ts'

/**
 * The lossless format: JSON with the whole tree. `messages[].parent` and `leaf` are indexes into `messages`; times are
 * milliseconds since 1970.
 */
export const transcriptFormat = 'troupe-conversation'
const version = 1

/** The fields of a file, of its messages, notes and memory, in their order. Others are not written. */
const fieldOrder = (
  'format version title character id parent role content status excluded edited expression createdAt name description player ' +
  'personas speaker audience presentAfter participants turnOrder notes scene note depth interval ' +
  'memory summaries facts text first last sources pinned own leaf messages'
).split(' ')

/**
 * @example
 * JSON.parse(writeTranscriptJson({ title: 'Tea', messages: [], leaf: null })).format // 'troupe-conversation'
 */
export function writeTranscriptJson(transcript: Transcript): string {
  return `${JSON.stringify({ format: transcriptFormat, version, ...transcript }, fieldOrder, 1)}\n`
}

/**
 * @example
 * isTranscriptJson({ format: 'troupe-conversation' }) // true
 */
export const isTranscriptJson = (file: unknown): file is Record<string, unknown> =>
  asRecord(file).format === transcriptFormat

/**
 * Throws a `TranscriptError` unless every message comes after its parent and every field has its type.
 *
 * @example
 * readTranscriptJson({ version: 1, title: 'Tea', messages: [] }).title // 'Tea'
 */
export function readTranscriptJson(file: Record<string, unknown>): Transcript {
  if (file.version !== version) {
    throw new TranscriptError('This file was made by a newer version. Update this server, or export it as JSONL.')
  }
  if (!Array.isArray(file.messages)) throw new TranscriptError('The file has no list of messages.')
  assertWithin('messages', file.messages.length)
  const participants = asList(file.participants).map(readParticipant)
  const messages = file.messages.map((message, index) => ({
    ...readMessage(message, index),
    ...readPresence(message, index, participants.length),
  }))
  const leaf = file.leaf ?? null
  const isLeaf = leaf === null ? messages.length === 0 : isIndex(leaf, messages.length)
  if (!isLeaf) throw new TranscriptError('The file does not say at which message the conversation ends.')
  const personas = asList(file.personas).map(readPersona)
  return {
    participants: participants.length > 0 ? participants : undefined,
    turnOrder: turnOrders.find((order) => order === file.turnOrder),
    personas: personas.length > 0 ? personas : undefined,
    ...readNotes(file.notes),
    ...readMemory(file.memory, messages.length),
    title: readText(file.title),
    character: readName(file.character),
    player: readName(file.player),
    createdAt: readTime(file.createdAt),
    messages,
    leaf: leaf as number | null,
  }
}

function readMessage(value: unknown, index: number): TranscriptMessage {
  const { parent, role, content, status, ...said } = asRecord(value)
  const isParent = index === 0 ? parent === null : parent === null || isIndex(parent, index)
  const isRole = role === 'user' || role === 'character'
  const isStatus = status === 'complete' || status === 'interrupted'
  if (!isParent || !isRole || !isStatus || typeof content !== 'string') {
    throw new TranscriptError(`Message ${index + 1} of the file is damaged.`)
  }
  const isReply = role === 'character'
  return {
    parent: parent as number | null,
    role,
    content,
    status,
    createdAt: readTime(said.createdAt),
    excluded: said.excluded === true || undefined,
    edited: (isReply && said.edited === true) || undefined,
    expression: isReply ? expressions.find((one) => one === said.expression) : undefined,
    name: readText(said.name) || undefined,
    player: isReply ? undefined : readText(said.player) || undefined,
  }
}

const noteRoles = ['system', 'user', 'assistant'] as const

function readNotes(value: unknown): Pick<Transcript, 'notes'> {
  const { scene, note, depth, role, interval } = asRecord(value)
  const notes = {
    scene: readText(scene),
    note: readText(note),
    depth: readTime(depth),
    role: noteRoles.find((one) => one === role) ?? 'system',
    interval: readTime(interval),
  }
  return notes.scene === '' && notes.note === '' ? {} : { notes }
}

/** Throws for a memory that refers to messages which the file does not have. */
function readMemory(value: unknown, count: number): Pick<Transcript, 'memory'> {
  if (value === undefined) return {}
  const memory = asRecord(value)
  const summaries = asList(memory.summaries).map((summary) => {
    const { text, first, last, edited } = asRecord(summary)
    if (!isIndex(first, count) || !isIndex(last, count) || first > last) throw damagedMemory()
    return { text: readText(text), first, last, edited: edited === true }
  })
  const facts = asList(memory.facts).map((fact) => {
    const { text, sources, pinned, own } = asRecord(fact)
    const cited = asList(sources).map((index) => {
      if (!isIndex(index, count)) throw damagedMemory()
      return index
    })
    return { text: readText(text), sources: cited, pinned: pinned === true, own: own === true }
  })
  return summaries.length + facts.length === 0 ? {} : { memory: { summaries, facts } }
}

const damagedMemory = () => new TranscriptError('The memory of the file is damaged.')

const turnOrders = ['manual', 'round', 'addressed'] as const

function readParticipant(value: unknown): { id: string; name: string } {
  const { id, name } = asRecord(value)
  return { id: readText(id), name: readName(name) }
}

function readPersona(value: unknown): { name: string; description: string } {
  const { name, description } = asRecord(value)
  return { name: readName(name), description: readText(description) }
}

/** Who said a message and who was there: indexes of participants. */
function readPresence(value: unknown, index: number, count: number) {
  const { speaker, audience, presentAfter } = asRecord(value)
  const isList = (list: unknown): list is number[] => Array.isArray(list) && list.every((one) => isIndex(one, count))
  const isValid =
    (speaker === undefined || isIndex(speaker, count)) &&
    [audience, presentAfter].every((list) => !list || isList(list))
  if (!isValid) throw new TranscriptError(`Message ${index + 1} of the file is damaged.`)
  return {
    speaker: speaker as number | undefined,
    audience: isList(audience) ? audience : undefined,
    presentAfter: isList(presentAfter) ? presentAfter : undefined,
  }
}

const isIndex = (value: unknown, count: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count
/** The latest time that a JavaScript date can have. */
const maxTime = 8.64e15
const readTime = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= maxTime ? value : 0
