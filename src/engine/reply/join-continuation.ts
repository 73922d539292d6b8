import { closingMarks } from '../prose/typography.ts'
import { RepetitionFinder } from './repetition-finder.ts'
import { isUnspaced, isWordCharacter, needsSpace } from './word-boundary.ts'

/** How the model was asked to go on: `prefill` from the last character, `directed` by a direction, from a whole word. */
export type ContinuationKind = 'prefill' | 'directed'

/** The end of the text that is compared with a repetition, in characters. */
const maxComparedLength = 4_000
/**
 * The fewest letters of a repetition. A model that goes on from the last character rarely repeats, and a word said twice
 * on purpose is kept; a word of a script without spaces has few characters. One that was directed begins with the word in
 * which the text ends.
 */
const minRepeatedLetters: Record<ContinuationKind, { spaced: number; unspaced: number }> = {
  prefill: { spaced: 12, unspaced: 8 },
  directed: { spaced: 1, unspaced: 1 },
}

/**
 * Joins what a model adds to a reply that was cut, while it streams: the seam has one space where two words meet and none
 * inside a word, quotation marks and asterisks that are open are not opened again, and what the model repeats from the
 * end of the text is removed. White space, marks and upper case do not matter for a repetition.
 *
 * The result does not depend on how the text is split into pieces. Only a beginning that may be a repetition is held
 * back; later text is passed on at once. Never throws.
 *
 * @example
 * const joiner = new ContinuationJoiner('*She walks to the do', 'directed')
 * joiner.add('to the') // ''
 * joiner.add(' door.* "Come') // 'or.* "Come'
 * joiner.add(' in."') // ' in."'
 * joiner.end() // ''
 */
export class ContinuationJoiner {
  readonly #existing: string
  readonly #kind: ContinuationKind
  readonly #repetition: RepetitionFinder
  #held = ''
  #isJoined = false

  /** `existing`: the text of the reply so far. */
  constructor(existing: string, kind: ContinuationKind) {
    this.#existing = existing
    this.#kind = kind
    const { spaced, unspaced } = minRepeatedLetters[kind]
    const minLetters = isUnspaced(lastCharacter(existing)) ? unspaced : spaced
    this.#repetition = new RepetitionFinder(existing.slice(-maxComparedLength), minLetters)
  }

  /** The text to append after this piece. */
  add(piece: string): string {
    if (this.#isJoined) return piece
    this.#held += piece
    this.#repetition.add(piece)
    if (this.#repetition.isOpen || !isDecided(this.#held.slice(this.#repetition.length))) return ''
    return this.#join()
  }

  /** Call at the end of the reply: the text to append that was held back. */
  end(): string {
    if (this.#isJoined) return ''
    this.#repetition.end()
    return this.#join()
  }

  #join(): string {
    this.#isJoined = true
    const repeated = this.#held.slice(0, this.#repetition.length)
    const rest = this.#held.slice(repeated.length)
    // "is" and "Isabel": a part of a word is repeated exactly, or it is the beginning of another word.
    const isOtherWord = isWordCharacter(rest.charAt(0)) && !this.#existing.trimEnd().endsWith(repeated.trimStart())
    return repeated === '' || isOtherWord
      ? joinSeam(this.#existing, this.#held, this.#kind)
      : joinAfterRepetition(this.#existing, rest)
  }
}

const notMark = /[^\s*_"“”„«»「」『』.…'’]/

/** True when a continuation has the characters on which its seam depends: up to the first one that is no mark. */
function isDecided(rest: string): boolean {
  return notMark.test(rest)
}

/** The repetition ends with the last letter of the text. The marks after it may be repeated too. */
function joinAfterRepetition(existing: string, rest: string): string {
  const [endMarks = ''] = /[\s*_"“”„«»「」『』]*$/.exec(existing) ?? []
  let at = 0
  for (const mark of endMarks.replaceAll(/\s/g, '')) {
    const space = /\s*/y
    space.lastIndex = at
    space.test(rest)
    if (rest.charAt(space.lastIndex) !== mark) break
    at = space.lastIndex + 1
  }
  return joinSpace(existing, rest.slice(at))
}

function joinSeam(existing: string, continuation: string, kind: ContinuationKind): string {
  const text = existing.trimEnd()
  const isInSentence = kind === 'directed' && !/[.!?…。！？*_"”»」』]$/.test(text)
  const trimmed = continuation.trimStart()
  const withoutDots = isInSentence ? trimmed.replace(/^(?:\.{2,}|…)(?=\p{Lowercase_Letter})/u, '') : trimmed
  const open = closingMarks(text)
  const body = removeReopening(open, withoutDots)
  if (body === '') return ''
  const space = continuation.slice(0, continuation.length - trimmed.length)
  // A model that was directed to go on may begin with any white space, also inside a sentence.
  const isBreak = space.includes('\n') && !(isInSentence && /^\p{Lowercase_Letter}/u.test(body))
  if (isBreak || (kind === 'prefill' && space !== '')) return joinSpace(existing, space + body)
  const isContraction = /^['’]\p{Lowercase_Letter}/u.test(body)
  const isSpaced =
    !isContraction &&
    needsSpace({
      // The end of speech in single quotation marks is no apostrophe.
      before: lastCharacter(text.replace(/(?<=[.!?…,])['’]$/, '')),
      after: body.charAt(0),
      opens: isPair(lastCharacter(text), open.charAt(0)),
      closes: body.charAt(0) === open.charAt(0) && !isWordCharacter(body.charAt(1)),
      mayBeInsideWord: kind === 'prefill',
    })
  return joinSpace(existing, isSpaced ? ` ${body}` : body)
}

/** Removes marks that open what is open already: `*She walks` and `*to the door*`. */
function removeReopening(open: string, text: string): string {
  const [run = ''] = /^[*_"“„«「『]+(?=[\p{Letter}\p{Number}.…])/u.exec(text) ?? []
  const kept = [...run].filter((mark) => ![...open].some((closer) => isPair(mark, closer)))
  return kept.join('') + text.slice(run.length)
}

const quotes = /["“”„«»「」『』]/

/** True if a mark can open what `closer` closes. */
function isPair(mark: string, closer: string): boolean {
  return mark !== '' && (mark === closer || (quotes.test(mark) && quotes.test(closer)))
}

/** Leaves out the white space that the text has at its end already. */
function joinSpace(existing: string, continuation: string): string {
  const existingSpace = existing.slice(existing.trimEnd().length)
  if (existingSpace === '') return continuation
  const body = continuation.trimStart()
  const space = continuation.slice(0, continuation.length - body.length)
  return '\n'.repeat(Math.max(0, countLines(space) - countLines(existingSpace))) + body
}

function countLines(space: string): number {
  return space.split('\n').length - 1
}

function lastCharacter(text: string): string {
  return text.trimEnd().slice(-1)
}
