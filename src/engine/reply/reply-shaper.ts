import { DirectionFilter } from './direction-filter.ts'
import { readLabel, type SpeakerLabel, type SpeakerNames } from './speaker-label.ts'

/** The most white space before a line that is held back, in characters. */
const maxHeldSpace = 64

/**
 * Filters the text of a reply while it streams. The character does not begin with its own name (`Ilse:`, `**Ilse:**`,
 * `[Ilse]`), and does not speak for the player: a line that begins with the player's name or a generic label
 * (`User:`) ends the reply. At
 * the beginning of the reply such a line is removed instead, because the reply would be empty. Directions of the prompt
 * that the model repeats are removed, and so is the expression that it names.
 *
 * The result does not depend on how the text is split into pieces. Only the beginning of a line is held back, while it
 * may be a name; all other text is passed on at once. Linear time.
 *
 * @example
 * const shaper = new ReplyShaper({ character: ['Ilse'], player: ['Sam'] })
 * shaper.add('Ilse: "Ahoy, ') // '"Ahoy, '
 * shaper.add('you."\n\nSa') // 'you."'
 * shaper.add('m: "Hello!"') // ''
 * shaper.hasEnded // true
 */
export class ReplyShaper {
  readonly #names: SpeakerNames
  readonly #playerOnly: SpeakerNames
  readonly #directions = new DirectionFilter()
  /** The beginning of a line that may be a name, with the white space before it. */
  #held = ''
  #place: 'line start' | 'line' | 'removed line' = 'line start'
  /** Whether text other than white space was passed on. */
  #hasText = false
  /** True after a removed name or line: the white space after it is removed too. */
  #dropsSpace = false
  /** Marks before a removed name that close after it. */
  #openMarks = ''
  /** True for a reply that begins with the character's name: it is a script, and each of its lines may have one. */
  #isScript = false
  /** True after a line that speaks for the player. The rest of the reply is ignored; its request can be aborted. */
  hasEnded = false

  /** `names`: see `speakerNames`. */
  constructor(names: SpeakerNames) {
    this.#names = names
    this.#playerOnly = { ...names, character: [] }
  }

  /** The name of the expression that the model has written; null without one. */
  get expression(): string | null {
    return this.#directions.expression
  }

  /** The text that can be passed on after this piece. */
  add(piece: string): string {
    return this.hasEnded ? '' : this.#addLines(this.#directions.add(piece))
  }

  #addLines(piece: string): string {
    const text = this.#held + piece
    this.#held = ''
    let passed = ''
    let at = 0
    while (at < text.length && !this.hasEnded) {
      if (this.#place === 'line start') {
        const lineStart = skipSpace(text, at)
        const label = lineStart === text.length ? 'incomplete' : readLabel(text, lineStart, this.#lineNames())
        passed += this.#passSpace(text.slice(at, lineStart), label)
        if (label === 'incomplete') {
          this.#held = text.slice(Math.max(at, lineStart - maxHeldSpace))
          break
        }
        at = label?.end ?? lineStart
      }
      const newline = this.#place === 'line start' || this.hasEnded ? at : text.indexOf('\n', at)
      const end = newline === -1 ? text.length : newline
      if (this.#place === 'line') passed += text.slice(at, end)
      if (newline !== -1) this.#place = 'line start'
      at = end
    }
    return passed
  }

  /** Call at the end of the reply: returns the text that was held back. */
  end(): string {
    const before = this.#addLines(this.#directions.end())
    return this.hasEnded ? before : before + this.#endLine()
  }

  #endLine(): string {
    const held = this.#held
    this.#held = ''
    const lineStart = skipSpace(held, 0)
    const line = held.slice(lineStart)
    // A name without more is the beginning of a label that was cut. A space shows that a label is complete.
    const isCutName = this.#names.player.includes(line.replaceAll(/^[*_#[< ]+|[*_\]>:\s]+$/g, ''))
    if (this.#hasText && isCutName) return ''
    const label = line === '' ? null : readLabel(`${line} `, 0, this.#lineNames())
    const passed = this.#passSpace(held.slice(0, lineStart), label === 'incomplete' ? null : label)
    return label === null || label === 'incomplete' ? passed + line : passed
  }

  #lineNames(): SpeakerNames {
    return this.#hasText && !this.#isScript ? this.#playerOnly : this.#names
  }

  /** Goes on to the line after the label, and returns the white space before it that can be passed on. */
  #passSpace(space: string, label: SpeakerLabel | 'incomplete' | null): string {
    const isFirst = !this.#hasText
    const passed = this.#dropsSpace ? '' : space
    const early = isFirst ? '' : passed.slice(0, -maxHeldSpace)
    if (label === 'incomplete') return early
    if (label === null) {
      const open = this.#openMarks
      this.#place = 'line'
      this.#hasText = true
      this.#dropsSpace = false
      this.#openMarks = ''
      return (isFirst ? passed.slice(-maxHeldSpace) : passed) + open
    }
    if (label.speaker === 'player') {
      this.hasEnded = !isFirst
      this.#place = 'removed line'
      this.#dropsSpace = true
      return early
    }
    this.#isScript = true
    this.#dropsSpace = true
    this.#openMarks = label.open
    return isFirst ? '' : passed
  }
}

function skipSpace(text: string, start: number): number {
  notSpace.lastIndex = start
  return notSpace.exec(text)?.index ?? text.length
}
const notSpace = /\S/g
