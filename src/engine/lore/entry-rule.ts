import { readDecorators } from './decorators.ts'
import { type Lorebook, type LoreEntry, readKeys, readNumber } from './lorebook.ts'

/** How SillyTavern combines the second keys of an entry with the first, by its number in the file. */
export const keyLogics = ['any', 'not-all', 'not-any', 'all'] as const
export type KeyLogic = (typeof keyLogics)[number]

const roles = ['system', 'user', 'assistant'] as const
export type LoreRole = (typeof roles)[number]

/** `before` and `after` the character's definition, or inside the history, before its `depth` newest messages. */
export type LorePlace = 'before' | 'after' | { depth: number; role: LoreRole }

/** When an entry is used and where, from its fields, extensions and decorators. */
export interface EntryRule {
  entry: LoreEntry
  /** Without decorators. */
  text: string
  keys: readonly string[]
  /** Whether keys without slashes are regular expressions too. `no`: none is. */
  regex: 'all' | 'in-slashes' | 'no'
  isCaseSensitive: boolean
  /** False: a key is also found inside words. */
  isWholeWords: boolean
  secondKeys: readonly string[]
  logic: KeyLogic
  additionalKeys: readonly string[]
  excludedKeys: readonly string[]
  isConstant: boolean
  /** What a decorator says whatever the keys are. */
  decided: 'always' | 'never' | null
  scanDepth: number | null
  /** The character has to have sent so many messages, or a multiple. */
  after: number
  every: number
  greeting: number | null
  /** The percentage of turns in which a match counts. */
  probability: number
  groups: readonly string[]
  /** Wins its groups without a draw. */
  isFirstOfGroup: boolean
  groupWeight: number
  /** How many messages it stays after a match; then, how many it is not used for. Infinity: for good. */
  sticky: number
  cooldown: number
  /** The chat has to have so many messages. */
  delay: number
  /** Whether other entries can cause it, whether only they can, and whether it can cause others. */
  isCausedByEntries: boolean
  isCausedByEntriesOnly: boolean
  causesEntries: boolean
  /** A lower one is left out first when not all fit. */
  priority: number
  isLeftOutFirst: boolean
  order: number
  place: LorePlace
  /** Counted from the oldest message. */
  reverseDepth: number | null
}

/**
 * When an entry of a book is used and where. Decorators come before fields, fields before SillyTavern's extensions.
 *
 * @example
 * const entry = { keys: ['reef'], content: '@@depth 2\nSharp.', extensions: {}, enabled: true, insertion_order: 5, use_regex: false }
 * readRule(entry, { entries: [entry], extensions: {} }).place // { depth: 2, role: 'system' }
 */
export function readRule(entry: LoreEntry, book: Lorebook): EntryRule {
  const { values, text } = readDecorators(entry.content)
  const { extensions } = entry
  const number = (name: string) => readNumber(extensions[name])
  const decorated = (name: keyof typeof values) => (values[name] === undefined ? null : Number(values[name]))
  const isSillyTavern = typeof extensions.position === 'number' || 'selectiveLogic' in extensions
  // SillyTavern marks each of its entries, whose keys may be plain: there only those in slashes are expressions.
  const regex = isSillyTavern ? 'in-slashes' : entry.use_regex ? 'all' : 'no'
  const isPlain = regex !== 'all'
  return {
    entry,
    text,
    keys: entry.keys,
    regex,
    isCaseSensitive:
      entry.case_sensitive === true || (entry.case_sensitive == null && extensions.case_sensitive === true),
    isWholeWords: extensions.match_whole_words !== false,
    secondKeys: isPlain && entry.selective === true ? readKeys(entry.secondary_keys) : [],
    logic: keyLogics[number('selectiveLogic') ?? 0] ?? 'any',
    additionalKeys: readKeys(values.additional_keys),
    excludedKeys: isPlain ? readKeys(values.exclude_keys) : [],
    isConstant: isPlain && entry.constant === true,
    decided: values.activate !== undefined ? 'always' : values.dont_activate !== undefined ? 'never' : null,
    scanDepth: decorated('scan_depth') ?? number('scan_depth'),
    after: decorated('activate_only_after') ?? 0,
    every: Math.max(1, decorated('activate_only_every') ?? 1),
    greeting: decorated('is_greeting'),
    probability: extensions.useProbability === false ? 100 : (number('probability') ?? 100),
    groups: readKeys(extensions.group).filter((group) => group !== ''),
    isFirstOfGroup: extensions.group_override === true,
    groupWeight: Math.max(0, number('group_weight') ?? 100),
    sticky: values.keep_activate_after_match !== undefined ? Infinity : (number('sticky') ?? 0),
    cooldown: values.dont_activate_after_match !== undefined ? Infinity : (number('cooldown') ?? 0),
    delay: number('delay') ?? 0,
    isCausedByEntries: book.recursive_scanning !== false && extensions.exclude_recursion !== true,
    isCausedByEntriesOnly: book.recursive_scanning !== false && Boolean(extensions.delay_until_recursion),
    causesEntries: extensions.prevent_recursion !== true,
    priority: readNumber(entry.priority) ?? entry.insertion_order,
    isLeftOutFirst: values.ignore_on_max_context !== undefined,
    order: entry.insertion_order,
    place: placeOf(entry, values),
    reverseDepth: values.position === undefined && values.depth === undefined ? decorated('reverse_depth') : null,
  }
}

/** SillyTavern's number of the place inside the history. */
export const atDepth = 4

function placeOf({ position, extensions }: LoreEntry, values: ReturnType<typeof readDecorators>['values']): LorePlace {
  const role = (values.role as LoreRole | undefined) ?? roles[readNumber(extensions.role) ?? 0] ?? 'system'
  if (values.position !== undefined) return values.position === 'before_desc' ? 'before' : 'after'
  if (values.depth !== undefined) return { depth: Math.max(0, Number(values.depth)), role }
  if (values.reverse_depth !== undefined) return { depth: 0, role }
  if (extensions.position === atDepth) return { depth: Math.max(0, readNumber(extensions.depth) ?? atDepth), role }
  return position === 'before_char' ? 'before' : 'after'
}

/**
 * Whether matches with earlier messages decide about an entry.
 *
 * @example
 * isTimed({ sticky: 2, cooldown: 0 }) // true
 */
export const isTimed = ({ sticky, cooldown }: EntryRule): boolean => sticky > 0 || cooldown > 0

const isAlways = ({ decided, isConstant }: EntryRule) => decided === 'always' || (isConstant && decided === null)

/**
 * Whether an entry is part of every prompt of a chat, with the same text.
 *
 * @example
 * isFixed(readRule({ ...blankEntry, constant: true, content: 'The sea is near.' }, { entries: [], extensions: {} })) // true
 */
export function isFixed(rule: EntryRule): boolean {
  const isTimeless = rule.after <= 0 && rule.every === 1 && rule.delay <= 0 && rule.greeting === null && !isTimed(rule)
  const isFree =
    rule.probability >= 100 && rule.groups.length === 0 && !rule.isLeftOutFirst && !rule.isCausedByEntriesOnly
  const hasKeys = rule.additionalKeys.length > 0 || rule.excludedKeys.length > 0
  return rule.entry.enabled && isAlways(rule) && typeof rule.place === 'string' && isTimeless && isFree && !hasKeys
}

/**
 * Whether an entry stays where it came into the history: only the distance of its keys ends its use, not a later message, turn or
 * draw. One that is always at a depth moves with the newest message.
 *
 * @example
 * canStay(readRule({ ...blankEntry, keys: ['reef'], content: 'Sharp.' }, { entries: [], extensions: {} })) // true
 */
export function canStay(rule: EntryRule): boolean {
  const isNegative = rule.excludedKeys.length > 0 || (rule.secondKeys.length > 0 && rule.logic.startsWith('not'))
  const isLasting = rule.every === 1 && rule.probability >= 100 && rule.groups.length === 0 && rule.cooldown === 0
  return isLasting && !isNegative && (typeof rule.place === 'string' || !isAlways(rule))
}
