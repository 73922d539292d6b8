import { readText } from '#engine/json-values.ts'
import { atDepth, type KeyLogic, keyLogics, readRule } from '#engine/lore/entry-rule.ts'
import { blankEntry, type LoreEntry, readKeys, readNumber } from '#engine/lore/lorebook.ts'

/** An entry as its form has it. Keys are a line each. */
export interface EntryValues {
  name: string
  keys: string
  content: string
  constant: boolean
  secondKeys: string
  logic: KeyLogic
  useRegex: boolean
  caseSensitive: boolean
  wholeWords: boolean
  place: string
  depth: number
  role: string
  order: number
  priority: number
  probability: number
  group: string
  sticky: number
  cooldown: number
  delay: number
}

export function toValues(entry: LoreEntry): EntryValues {
  const { extensions } = entry
  const rule = readRule({ ...entry, content: '' }, { entries: [], extensions: {} })
  const { place } = rule
  const number = (value: unknown, otherwise: number) => readNumber(value) ?? otherwise
  return {
    name: readText(entry.name) || readText(entry.comment),
    keys: entry.keys.join('\n'),
    content: entry.content,
    constant: entry.constant === true,
    secondKeys: entry.selective === true ? readKeys(entry.secondary_keys).join('\n') : '',
    logic: rule.logic,
    useRegex: entry.use_regex,
    caseSensitive: rule.isCaseSensitive,
    wholeWords: rule.isWholeWords,
    place: typeof place === 'string' ? place : 'depth',
    depth: typeof place === 'string' ? atDepth : place.depth,
    role: typeof place === 'string' ? 'system' : place.role,
    order: entry.insertion_order,
    priority: rule.priority,
    probability: rule.probability,
    group: readText(extensions.group),
    sticky: number(extensions.sticky, 0),
    cooldown: number(extensions.cooldown, 0),
    delay: number(extensions.delay, 0),
  }
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Patch = Partial<LoreEntry> & { extensions?: Record<string, unknown> }

/** What each field of the form changes of an entry. */
const patches: { [Name in keyof EntryValues]: (values: EntryValues, entry: LoreEntry) => Patch } = {
  name: ({ name }, { comment }) => ({ name: name.trim(), ...(comment === undefined ? {} : { comment: name.trim() }) }),
  keys: ({ keys }) => ({ keys: lines(keys) }),
  content: ({ content }) => ({ content }),
  constant: ({ constant }) => ({ constant }),
  secondKeys: ({ secondKeys }) => ({ secondary_keys: lines(secondKeys), selective: lines(secondKeys).length > 0 }),
  logic: ({ logic }) => ({ extensions: { selectiveLogic: keyLogics.indexOf(logic) } }),
  useRegex: ({ useRegex }) => ({ use_regex: useRegex }),
  caseSensitive: ({ caseSensitive }) => ({ case_sensitive: caseSensitive }),
  wholeWords: ({ wholeWords }) => ({ extensions: { match_whole_words: wholeWords } }),
  place: placePatch,
  depth: placePatch,
  role: placePatch,
  order: ({ order }) => ({ insertion_order: order }),
  priority: ({ priority }) => ({ priority }),
  probability: ({ probability }) => ({ extensions: { probability, useProbability: true } }),
  group: ({ group }) => ({ extensions: { group } }),
  sticky: ({ sticky }) => ({ extensions: { sticky } }),
  cooldown: ({ cooldown }) => ({ extensions: { cooldown } }),
  delay: ({ delay }) => ({ extensions: { delay } }),
}

function placePatch({ place, depth, role }: EntryValues): Patch {
  if (place !== 'depth') {
    return {
      position: place === 'before' ? 'before_char' : 'after_char',
      extensions: { position: place === 'before' ? 0 : 1 },
    }
  }
  return { extensions: { position: atDepth, depth, role: ['system', 'user', 'assistant'].indexOf(role) } }
}

/** The entry with the fields that differ from what the form began with. All else stays as it is. */
export function applyValues(entry: LoreEntry, written: EntryValues): LoreEntry {
  const before = toValues(entry)
  // A number that was cleared is as in a new entry.
  const filled = Object.entries(toValues(blankEntry)).filter(([name]) =>
    Number.isNaN(written[name as keyof EntryValues]),
  )
  const values: EntryValues = { ...written, ...Object.fromEntries(filled) }
  const changed = (Object.keys(patches) as (keyof EntryValues)[]).filter((name) => values[name] !== before[name])
  if (changed.length === 0) return entry
  const result = { ...entry, extensions: { ...entry.extensions } }
  for (const name of changed) {
    const { extensions, ...patch } = patches[name](values, entry)
    Object.assign(result, patch)
    Object.assign(result.extensions, extensions)
  }
  return result
}
