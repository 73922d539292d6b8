import { asList, asRecord, readText } from '#engine/json-values.ts'
import { characterTexts } from '#shared/characters.ts'
/** One message of the conversation around a reported message. */
export interface EvidenceMessage {
  role: string
  /** The name of the character that says it, where it was recorded: a scene has several. */
  speaker: string | null
  content: string
  /** Whether a client sent it as the beginning of a conversation: anybody can have written it. */
  isSeeded: boolean
  /** Whether the reporter wrote it in place of the model's text. */
  isEdited: boolean
  isTarget: boolean
  /** Where the policy found something in the flagged message. */
  hit: Range | null
}

interface Range {
  start: number
  end: number
}

/** A recorded snapshot, sorted for reading. */
export interface ReadableEvidence {
  messages: EvidenceMessage[]
  /** Longer texts, such as the description of a character. */
  texts: { label: string; text: string }[]
  facts: { label: string; value: string }[]
}

/** Ids and addresses that moderators do not need; the target's id is shown elsewhere. */
const hidden = new Set([
  'id',
  'content',
  'surrounding',
  'speaker',
  'seeded',
  'edited',
  'avatar',
  'expressions',
  'background',
  'portrait',
  'assets',
  'extensions',
  'start',
  'end',
  'before',
])
const factLength = 60
const names: readonly string[] = ['name', 'nickname', 'tags', 'characterVersion', 'sources']
/** What an author writes is read as text, however short it is. */
const prose = new Set<string>(['note', ...characterTexts.filter((field) => !names.includes(field))])

/** Sorts a snapshot of any target into messages, texts and facts. Empty values are left out. */
export function readEvidence(content: Record<string, unknown>): ReadableEvidence {
  const texts: ReadableEvidence['texts'] = []
  const facts: ReadableEvidence['facts'] = []
  const isMessage = typeof content.content === 'string'
  for (const [name, value] of Object.entries(content)) {
    if (hidden.has(name) && (isMessage || name !== 'content')) continue
    const text = textOf(name, value)
    if (text === '') continue
    if (prose.has(name) || text.length > factLength || text.includes('\n')) {
      texts.push({ label: labelOf(name), text })
    } else facts.push({ label: labelOf(name), value: text })
  }
  return { messages: isMessage ? readMessages(content) : [], texts, facts }
}

function readMessages(content: Record<string, unknown>): EvidenceMessage[] {
  const { before, after } = (content.surrounding ?? {}) as { before?: unknown; after?: unknown }
  const target = { ...readMessage(content), role: roleOf(content), isTarget: true, hit: hitOf(content) }
  const around = content.surrounding ? before : precedingOf(content)
  const messages = [...readSurrounding(around), target, ...readSurrounding(after)]
  // Outside of scenes, all that is not the user's is said by one character.
  const character = target.role === 'character' && messages.every(({ isTarget, speaker }) => isTarget || !speaker)
  if (!character) return messages
  return messages.map((message) => (message.role === 'character' ? { ...message, speaker: target.speaker } : message))
}

/** The end of the message before one that was held back: what was found can begin in it. */
const precedingOf = ({ before }: Record<string, unknown>) =>
  typeof before === 'string' && before !== '' ? [{ role: 'character', content: before }] : []

/**
 * What begins before the text, in the message before it, is marked from its beginning on. A classifier finds whole texts,
 * which are not marked.
 */
function hitOf({ content, start, end }: Record<string, unknown>): Range | null {
  if (typeof start !== 'number' || typeof end !== 'number') return null
  const { length } = String(content)
  const range = { start: Math.max(0, start), end: Math.min(end, length) }
  return range.start < range.end && range.end - range.start < length ? range : null
}

/** Evidence without a surface is a reply of the model. With one, it is a text of an account, held back before it was stored. */
function roleOf({ role, surface }: Record<string, unknown>): string {
  if (typeof role === 'string') return role
  return surface === undefined ? 'character' : 'user'
}

const readSurrounding = (messages: unknown) => asList(messages).map((message) => readMessage(asRecord(message)))

const readMessage = ({ role, speaker, content, seeded, edited }: Record<string, unknown>): EvidenceMessage => ({
  role: readText(role),
  speaker: typeof speaker === 'string' ? speaker : null,
  content: readText(content),
  isSeeded: seeded === true,
  isEdited: edited === true,
  isTarget: false,
  hit: null,
})

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /(At|Until|Version)$/.test(name)) return new Date(value).toLocaleString()
  if (Array.isArray(value)) return value.map((item) => textOf(name, item)).join(isProse(value) ? '\n\n' : ', ')
  if (name === 'lorebook') return lorebookText(value)
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

const isProse = (items: unknown[]) => items.some((item) => typeof item !== 'string' || item.length > factLength)

/** Each entry with its keys, as the author wrote them. */
function lorebookText(lorebook: unknown): string {
  const { entries } = lorebook as { entries?: unknown }
  if (!Array.isArray(entries)) return JSON.stringify(lorebook, null, 2)
  return entries.map((entry) => `${[entry?.keys].flat().join(', ')}: ${entry?.content ?? ''}`).join('\n\n')
}

/** @example labelOf('contentRating') // 'Content rating' */
export function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
