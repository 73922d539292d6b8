import { hasMoreValues } from '../has-more-values.ts'
import { asList, asRecord, parseJson, readText } from '../json-values.ts'
import { isSillyTavernBook, readSillyTavernBook } from './silly-tavern-book.ts'

/** What a lorebook may have. `text`: UTF-16 code units of its JSON. */
export const lorebookMaxima = { text: 1_000_000, values: 200_000, entries: 5_000 } as const

/** In how many of the newest messages keys are looked for, where a book does not say. */
export const defaultScanDepth = 4

/** One text of a lorebook, and when the model is given it. Its fields are those of version 3 of character cards. */
export interface LoreEntry {
  keys: string[]
  /** It can begin with decorators. */
  content: string
  extensions: Record<string, unknown>
  enabled: boolean
  /** A lower one comes earlier in the prompt. */
  insertion_order: number
  use_regex: boolean
  case_sensitive?: unknown
  constant?: unknown
  name?: unknown
  priority?: unknown
  comment?: unknown
  selective?: unknown
  secondary_keys?: unknown
  position?: unknown
  /** What this engine does not know stays as it is. */
  [key: string]: unknown
}

/** A lorebook of version 3 of character cards: the type to which every format is mapped. */
export interface Lorebook {
  entries: LoreEntry[]
  extensions: Record<string, unknown>
  name?: unknown
  scan_depth?: unknown
  token_budget?: unknown
  recursive_scanning?: unknown
  [key: string]: unknown
}

/** A file that is no lorebook, or one that cannot be read. The message is for the user. */
export class LorebookError extends Error {
  override name = 'LorebookError'
}

/**
 * Maps a lorebook to version 3: the book of a character card of version 2 or 3, a file of version 3 (`lorebook_v3`), and
 * SillyTavern's world info. Throws a `LorebookError` for anything else.
 *
 * @example
 * toLorebook({ spec: 'lorebook_v3', data: { entries: [{ keys: ['reef'], content: 'Sharp.', mood: 1 }] } }).entries[0].mood // 1
 * toLorebook({ entries: { 0: { key: ['reef'], content: 'Sharp.', disable: true } } }).entries[0].enabled // false
 */
export function toLorebook(value: unknown): Lorebook {
  const root = asRecord(value)
  const { spec, data } = root
  const isWrapped = spec === 'lorebook_v3' || (typeof data === 'object' && data !== null && !('entries' in root))
  const card = asRecord(asRecord(data).character_book)
  const book = isWrapped ? ('entries' in card ? card : asRecord(data)) : root
  if (typeof book.entries !== 'object' || book.entries === null) {
    throw new LorebookError('This file is not a lorebook. You can import lorebooks of character cards and SillyTavern.')
  }
  const read = isSillyTavernBook(book) ? readSillyTavernBook(book) : book
  const entries = asList(read.entries).map((entry) => withDefaults(asRecord(entry)))
  if (entries.length > lorebookMaxima.entries) {
    const most = lorebookMaxima.entries.toLocaleString('en')
    throw new LorebookError(`This lorebook is too large: it can have ${most} entries.`)
  }
  return { ...read, extensions: toRecord(read.extensions), entries }
}

/**
 * As `toLorebook`, for the text of a JSON file.
 *
 * @example
 * readLorebook('{"entries":[{"keys":["reef"],"content":"Sharp."}]}').entries[0].enabled // true
 */
export function readLorebook(text: string): Lorebook {
  // A file is indented, and has the fields of its program.
  if (text.length > 3 * lorebookMaxima.text || hasMoreValues(text, lorebookMaxima.values)) throw tooLarge()
  const value = parseJson(text)
  if (value === undefined) {
    throw new LorebookError('This file is damaged, or it is not a lorebook. Lorebooks are JSON files.')
  }
  return toLorebook(value)
}

/**
 * @example
 * tooLarge().name // 'LorebookError'
 */
export const tooLarge = () =>
  new LorebookError(`This lorebook is too large: it can have ${lorebookMaxima.text.toLocaleString('en')} characters.`)

/**
 * A lorebook as a JSON file of version 3.
 *
 * @example
 * JSON.parse(writeLorebook({ entries: [], extensions: {} })).spec // 'lorebook_v3'
 */
export function writeLorebook(book: Lorebook): string {
  return `${JSON.stringify({ spec: 'lorebook_v3', data: book }, null, 2)}\n`
}

/** An entry without text, as an editor begins with one. */
export const blankEntry: LoreEntry = {
  keys: [],
  content: '',
  extensions: {},
  enabled: true,
  insertion_order: 100,
  use_regex: false,
}

function withDefaults(entry: Record<string, unknown>): LoreEntry {
  const { enabled, insertion_order } = entry
  return {
    ...entry,
    keys: readKeys(entry.keys),
    content: readText(entry.content),
    extensions: toRecord(entry.extensions),
    enabled: enabled !== false,
    insertion_order: readNumber(insertion_order) ?? blankEntry.insertion_order,
    use_regex: entry.use_regex === true,
  }
}

/**
 * Some programs write one text with commas.
 *
 * @example
 * readKeys('reef, rocks') // ['reef', 'rocks']
 */
export function readKeys(keys: unknown): string[] {
  if (typeof keys === 'string') return keys.split(',').map((key) => key.trim())
  return asList(keys).filter((key) => typeof key === 'string')
}

/**
 * @example
 * readNumber('4') // null
 */
export const readNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const toRecord = (value: unknown) => (Array.isArray(value) ? {} : asRecord(value))

/**
 * What an entry is called in lists.
 *
 * @example
 * entryName({ keys: ['reef', 'rocks'] }) // 'reef, rocks'
 */
export const entryName = ({ name, comment, keys }: Pick<LoreEntry, 'name' | 'comment' | 'keys'>): string =>
  readText(name).trim() || readText(comment).trim() || keys.join(', ') || 'Without a name'

/**
 * All words of a lorebook, as the safety policy reads them.
 *
 * @example
 * lorebookText({ name: 'Coast', extensions: {}, entries: [{ keys: ['reef'], content: 'Sharp.' }] }) // 'Coast\n\nreef\nSharp.'
 */
export function lorebookText({ name, description, entries }: Lorebook): string {
  const texts = entries.map(({ keys, secondary_keys, name, comment, content }) =>
    [keys.join(', '), readKeys(secondary_keys).join(', '), readText(name), readText(comment), content]
      .filter((text) => text !== '')
      .join('\n'),
  )
  return [readText(name), readText(description), ...texts].filter((text) => text !== '').join('\n\n')
}
