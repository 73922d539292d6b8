/** One message of the conversation around a reported message. */
export interface EvidenceMessage {
  role: string
  content: string
  /** Whether a client sent it as the beginning of a conversation: anybody can have written it. */
  isSeeded: boolean
  /** Whether the reporter wrote it in place of the model's text. */
  isEdited: boolean
  /** Whether it is the flagged message. */
  isTarget: boolean
}

/** A recorded snapshot, sorted for reading. */
export interface ReadableEvidence {
  messages: EvidenceMessage[]
  /** Longer texts, such as the description of a character. */
  texts: { label: string; text: string }[]
  facts: { label: string; value: string }[]
}

/** Ids and addresses that tell a moderator nothing; the target's id stands elsewhere. */
const hidden = new Set([
  'id',
  'content',
  'surrounding',
  'seeded',
  'edited',
  'avatar',
  'portrait',
  'assets',
  'extensions',
])
const factLength = 60

/** Sorts a snapshot of any target into messages, texts and facts. Empty values are left out. */
export function readEvidence(content: Record<string, unknown>): ReadableEvidence {
  const texts: ReadableEvidence['texts'] = []
  const facts: ReadableEvidence['facts'] = []
  const isMessage = typeof content.content === 'string'
  for (const [name, value] of Object.entries(content)) {
    if (isMessage && hidden.has(name)) continue
    if (!isMessage && name !== 'content' && hidden.has(name)) continue
    const text = textOf(name, value)
    if (text === '') continue
    if (typeof value === 'string' && (value.length > factLength || value.includes('\n'))) {
      texts.push({ label: labelOf(name), text })
    } else facts.push({ label: labelOf(name), value: text })
  }
  return { messages: isMessage ? readMessages(content) : [], texts, facts }
}

function readMessages(content: Record<string, unknown>): EvidenceMessage[] {
  const { before, after } = (content.surrounding ?? {}) as { before?: unknown; after?: unknown }
  const target = {
    role: typeof content.role === 'string' ? content.role : 'character',
    content: String(content.content),
    isSeeded: content.seeded === true,
    isEdited: content.edited === true,
    isTarget: true,
  }
  return [...readSurrounding(before), target, ...readSurrounding(after)]
}

function readSurrounding(messages: unknown): EvidenceMessage[] {
  if (!Array.isArray(messages)) return []
  return messages.map((message) => ({
    role: String(message?.role ?? ''),
    content: String(message?.content ?? ''),
    isSeeded: message?.seeded === true,
    isEdited: message?.edited === true,
    isTarget: false,
  }))
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /At$/.test(name)) return new Date(value).toLocaleString()
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join(', ') : JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** @example labelOf('contentRating') // 'Content rating' */
export function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
