import { asList, asRecord } from '../json-values.ts'

/**
 * How SillyTavern calls the fields of an entry in its own files, each with its name in the extensions of a card's entry, and
 * with what SillyTavern expects where it is not set.
 */
const fields: Readonly<Record<string, [extension: string, missing?: unknown]>> = {
  position: ['position', 1],
  probability: ['probability', 100],
  useProbability: ['useProbability', true],
  depth: ['depth', 4],
  role: ['role', null],
  selectiveLogic: ['selectiveLogic', 0],
  group: ['group', ''],
  groupOverride: ['group_override', false],
  groupWeight: ['group_weight', 100],
  useGroupScoring: ['use_group_scoring', null],
  excludeRecursion: ['exclude_recursion', false],
  preventRecursion: ['prevent_recursion', false],
  delayUntilRecursion: ['delay_until_recursion', false],
  scanDepth: ['scan_depth', null],
  caseSensitive: ['case_sensitive', null],
  matchWholeWords: ['match_whole_words', null],
  automationId: ['automation_id', ''],
  vectorized: ['vectorized', false],
  sticky: ['sticky', 0],
  cooldown: ['cooldown', 0],
  delay: ['delay', 0],
  displayIndex: ['display_index'],
}

/** What only SillyTavern's files have. It is kept in the extensions under this name. */
const own = 'silly_tavern'

type Fields = Record<string, unknown>

/**
 * Its entries are an object, with other names than in a card.
 *
 * @example
 * isSillyTavernBook({ entries: { 0: { key: ['reef'] } } }) // true
 */
export const isSillyTavernBook = ({ entries }: Fields): boolean =>
  !Array.isArray(entries) || entries.some((entry) => 'key' in asRecord(entry) && !('keys' in asRecord(entry)))

/**
 * The book of SillyTavern's file with the fields of version 3. There, an entry can cause others unless it is forbidden.
 *
 * @example
 * readSillyTavernBook({ entries: { 0: { key: ['reef'] } } }).entries[0].keys // ['reef']
 */
export function readSillyTavernBook({ entries, name, extensions, ...rest }: Fields): Fields {
  const list = Array.isArray(entries) ? entries : Object.values(asRecord(entries))
  return {
    ...(name === undefined ? {} : { name }),
    recursive_scanning: true,
    extensions: { ...asRecord(extensions), ...(Object.keys(rest).length > 0 && { [own]: rest }) },
    entries: list.map((entry) => readEntry(asRecord(entry))),
  }
}

function readEntry({ uid, key, keysecondary, comment, content, constant, selective, order, disable, ...rest }: Fields) {
  const known = Object.entries(fields).filter(([name]) => name in rest)
  const unknown = Object.entries(rest).filter(([name]) => !(name in fields))
  const keys = asList(key)
  return {
    id: uid,
    keys,
    secondary_keys: asList(keysecondary),
    comment,
    content,
    constant: constant === true,
    selective: selective === true,
    insertion_order: order,
    enabled: disable !== true,
    position: rest.position === 0 ? 'before_char' : 'after_char',
    ...(typeof rest.caseSensitive === 'boolean' && { case_sensitive: rest.caseSensitive }),
    use_regex: keys.length > 0 && keys.every((one) => typeof one === 'string' && /^\/.+\/[a-z]*$/s.test(one)),
    extensions: {
      ...Object.fromEntries(known.map(([name, [extension]]) => [extension, rest[name]])),
      ...(unknown.length > 0 && { [own]: Object.fromEntries(unknown) }),
    },
  }
}

const defaults = Object.fromEntries(Object.entries(fields).map(([name, [, missing]]) => [name, missing]))

/**
 * A lorebook as SillyTavern's world info. What came from there comes back as it was.
 *
 * @example
 * const book = { extensions: {}, entries: [{ keys: ['reef'], content: 'Sharp.', enabled: true, insertion_order: 5, extensions: {} }] }
 * JSON.parse(writeSillyTavernBook(book)).entries[0].key // ['reef']
 */
export function writeSillyTavernBook(book: { name?: unknown; extensions: Fields; entries: Fields[] }): string {
  const { [own]: rest, ...extensions } = book.extensions
  const entries = book.entries.map((entry, index) => {
    const written = writeEntry(entry, index)
    return [String(written.uid), written] as const
  })
  const isNumbered = new Set(entries.map(([uid]) => uid)).size === entries.length
  const file = {
    ...(book.name !== undefined && { name: book.name }),
    entries: Object.fromEntries(
      isNumbered ? entries : entries.map(([, entry], index) => [String(index), { ...entry, uid: index }]),
    ),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...asRecord(rest),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function writeEntry(entry: Fields, index: number): Fields {
  const extensions = asRecord(entry.extensions)
  const known = Object.entries(fields).filter(([, [extension]]) => extension in extensions)
  const place = entry.position === 'before_char' ? 0 : 1
  const { position = place } = extensions
  const isMoved = typeof position === 'number' && position < 2 && position !== place && entry.position !== undefined
  return {
    ...defaults,
    addMemo: true,
    displayIndex: index,
    ...(typeof entry.case_sensitive === 'boolean' && { caseSensitive: entry.case_sensitive }),
    ...Object.fromEntries(known.map(([name, [extension]]) => [name, extensions[extension]])),
    ...asRecord(extensions[own]),
    uid: typeof entry.id === 'number' ? entry.id : index,
    key: entry.keys,
    keysecondary: asList(entry.secondary_keys),
    comment: entry.comment ?? entry.name ?? '',
    content: entry.content,
    constant: entry.constant === true,
    selective: entry.selective === true,
    order: entry.insertion_order,
    disable: entry.enabled === false,
    position: isMoved ? place : position,
  }
}
