import { counted } from '#client/lib/format-count.ts'
import { reasonText } from '#client/lorebooks/reason-texts.ts'
import type { ReplyReceipt } from '#shared/chat.ts'

type Row = readonly [label: string, value: string]

export interface ReceiptGroup {
  title: string
  /** Whether values are sentences. */
  isText: boolean
  rows: readonly Row[]
}

/** A receipt for reading. Empty groups are left out. */
export function listGroups(receipt: ReplyReceipt): ReceiptGroup[] {
  const { sections, remembered, lore, dropped, tokens, contextTokens } = receipt
  const groups: ReceiptGroup[] = [
    {
      title: 'What was sent',
      isText: false,
      rows: [
        ...sections.map((section) => [labelOf(section.name), number(section.tokens)] as const),
        ['Total', `${number(tokens)} of at most ${number(contextTokens)}`],
      ],
    },
    { title: 'Remembered for this reply', isText: true, rows: remembered.map(toMemoryRow) },
    { title: 'Entries of lorebooks', isText: true, rows: listLore(lore) },
    { title: 'Left out or shortened, because it did not fit', isText: true, rows: dropped.map((part) => [part, '']) },
    { title: 'The model', isText: false, rows: listModel(receipt) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/** What differs between two receipts. Null stands for what only the other one has. */
export function compareReceipts(before: ReplyReceipt, after: ReplyReceipt) {
  const groups = [listGroups(before), listGroups(after)] as const
  const titles = new Set(groups.flat().map(({ title }) => title))
  return [...titles].flatMap((title) => {
    const [one, other] = groups.map((list) => new Map(list.find((group) => group.title === title)?.rows))
    const rows = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])]
      .map((label) => ({ label, before: one?.get(label) ?? null, after: other?.get(label) ?? null }))
      .filter((row) => row.before !== row.after)
    return rows.length > 0 ? [{ title, rows }] : []
  })
}

function toMemoryRow({ kind, text, isPinned, words }: ReplyReceipt['remembered'][number]): Row {
  const label = `${kind === 'fact' ? 'Fact' : 'Earlier message'}: ${text.replace(/^- /, '')}`
  if (isPinned) return [label, 'Used: you have pinned it.']
  if (words.length === 0) return [label, kind === 'fact' ? 'Used: it is one of the newest facts.' : '']
  return [label, `Used: ${words.map((word) => `“${word}”`).join(', ')} came up in the newest messages.`]
}

function listLore(lore: ReplyReceipt['lore']): Row[] {
  const hidden = lore.filter(({ name, isUsed }) => name === null && isUsed).length
  const rows = lore.flatMap((entry): Row[] =>
    entry.name === null ? [] : [[entry.name, reasonText(entry, entry.cause)]],
  )
  if (hidden === 0) return rows
  const entries = `${counted(hidden, 'entry', 'entries')} of the character’s own lorebook`
  return [...rows, [entries, 'Its author keeps it hidden.']]
}

function listModel({ model, usage, temperature, settings }: ReplyReceipt): Row[] {
  return [
    ['Model', model ?? 'unknown'],
    ...(settings ? listSettings(settings) : [['Temperature', String(temperature)] as const]),
    ...(usage
      ? ([
          ['Counted by the service: read', number(usage.promptTokens)],
          ['– of it from its cache', number(usage.cachedTokens)],
          ['– written', number(usage.replyTokens)],
        ] as const)
      : []),
  ]
}

/** Settings that say nothing about how the reply is written. */
const technical = new Set([
  'model',
  'stream',
  'stream_options',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'session_id',
])

/** The settings as the service was sent them. `options` has those of Ollama. */
function listSettings({ options = {}, ...settings }: Record<string, unknown>): Row[] {
  return Object.entries({ ...settings, ...(options as object) })
    .filter(([name]) => !technical.has(name))
    .map(([name, value]) => [
      toWords(name.replaceAll('_', ' ')),
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
}

const number = (value: number) => value.toLocaleString('en')

/** Sections whose names do not say what they are. */
const labels: Record<string, string> = {
  main: 'How to write',
  manner: 'Creativity and plot',
  conventions: 'Form of the reply',
  othersConventions: 'Form with several characters',
  rules: 'Safety rules',
  userRole: 'Who you play',
  persona: 'Your persona',
  loreBefore: 'Lore before the character',
  loreAfter: 'Lore after the character',
  lore: 'Lore for the newest messages',
  story: 'The story so far (summary of older messages)',
  others: 'Other characters',
  history: 'The chat',
  memory: 'Facts and earlier messages (memory)',
  note: 'Your note',
  newName: 'Your new name',
  expression: 'Name the expression',
  nudge: 'What to write now',
  plotNudge: 'Move the plot',
  hint: 'Your hint',
  resume: 'Go on with the reply',
}

/** `postHistoryInstructions` is "Post history instructions". */
const labelOf = (name: string) => labels[name] ?? toWords(name)

function toWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
