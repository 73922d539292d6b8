import { isBlank } from '../is-blank.ts'
import { type CompileRegex, type RegexTest, readSlashes } from './compile-regex.ts'
import type { EntryRule } from './entry-rule.ts'
import { findKeys, foldText, type TextKey } from './find-keys.ts'

/** Regular expressions of one prompt. Each takes as long as a thousand plain keys. */
const maxExpressions = 100
const maxExpressionLength = 500

/** A key, and the entries that have it. */
export interface Key<Owner> {
  written: string
  owners: Owner[]
  /** The messages that have it; 0 is the newest. */
  found: readonly number[]
  /** The outcome whose text has it. */
  cause: number | null
  /** Why it is found nowhere. */
  problem?: 'too-many-regexes' | 'bad-regex'
}
type PlainKey<Owner> = Key<Owner> & TextKey
/** `depth`: how many of the newest messages it is tried on. */
type Expression<Owner> = Key<Owner> & { test: RegexTest | null; depth: number }

/** Most keys are found in no message. */
const nowhere: readonly number[] = []

/**
 * All keys of a prompt, each once.
 *
 * @example
 * const table = new KeyTable((text) => text)
 * const [reef] = table.add(['reef'], 'its owner', readRule({ ...blankEntry, keys: ['reef'] }, { entries: [], extensions: {} }), 4)
 * table.scanMessages([{ content: 'The reef!' }, { content: 'Where?' }])
 * reef.found // [1]
 */
export class KeyTable<Owner> {
  readonly #expand: (text: string, name: string) => string
  readonly #compileRegex: CompileRegex | undefined
  /** By whether case counts, whether they are whole words, and what is written. */
  readonly #plain = new Map<string, PlainKey<Owner>>()
  readonly #expressions = new Map<string, Expression<Owner>>()

  constructor(expand: (text: string, name: string) => string, compileRegex?: CompileRegex) {
    this.#expand = expand
    this.#compileRegex = compileRegex
  }

  /** @param depth how many of the newest messages decide about the owner */
  add(texts: readonly string[], owner: Owner, rule: EntryRule, depth: number): Key<Owner>[] {
    const keys: Key<Owner>[] = []
    for (const written of texts) {
      if (isBlank(written)) continue
      const slashed = rule.regex === 'no' ? null : readSlashes(written)
      const isExpression = slashed !== null || rule.regex === 'all'
      const key = isExpression ? this.#expressionOf(written, slashed, rule, depth) : this.#plainKeyOf(written, rule)
      key.owners.push(owner)
      keys.push(key)
    }
    return keys
  }

  #plainKeyOf(written: string, { isCaseSensitive, isWholeWords }: EntryRule): PlainKey<Owner> {
    const name = `${isCaseSensitive} ${isWholeWords} ${written}`
    const known = this.#plain.get(name)
    if (known) return known
    const expanded = written.includes('{{') ? this.#expand(written, written) : written
    const text = foldText(expanded, isCaseSensitive).trim()
    const key = { written, text, isCaseSensitive, isWholeWords, found: nowhere, cause: null, owners: [] }
    this.#plain.set(name, key)
    return key
  }

  #expressionOf(
    written: string,
    slashed: ReturnType<typeof readSlashes>,
    { isCaseSensitive }: EntryRule,
    depth: number,
  ): Expression<Owner> {
    const { source, flags } = slashed ?? { source: written, flags: isCaseSensitive ? '' : 'i' }
    const name = `${flags} ${source}`
    const known = this.#expressions.get(name)
    if (known) {
      known.depth = Math.max(known.depth, depth)
      return known
    }
    const isTooMany = this.#expressions.size >= maxExpressions
    const isTooLong = source.length > maxExpressionLength
    const test = isTooMany || isTooLong ? null : (this.#compileRegex?.(source, flags) ?? null)
    const problem = isTooMany ? 'too-many-regexes' : test ? undefined : 'bad-regex'
    const key: Expression<Owner> = { written, found: nowhere, cause: null, test, problem, depth, owners: [] }
    this.#expressions.set(name, key)
    return key
  }

  scanMessages(messages: readonly { content: string }[]): void {
    messages.toReversed().forEach(({ content }, at) => {
      const onFound = (key: Key<Owner>) => {
        key.found = [...key.found, at]
      }
      findKeys(this.#plain.values(), content, onFound)
      for (const key of this.#expressions.values()) if (at < key.depth && key.test?.(content)) onFound(key)
    })
  }

  /** Returns the owners of the keys that are in the text of an entry, and in that of no entry before. */
  scanEntry(text: string, cause: number): Owner[] {
    const owners: Owner[] = []
    const onFound = (key: Key<Owner>) => {
      if (key.cause !== null) return
      key.cause = cause
      owners.push(...key.owners)
    }
    findKeys(this.#plain.values(), text, onFound)
    for (const key of this.#expressions.values()) if (key.cause === null && key.test?.(text)) onFound(key)
    return owners
  }
}
