import { isBlank } from '#engine/is-blank.ts'
import { findMarker, type Marker, markerStart, mayHoldMarker } from './markers.ts'

const messageMark = '<|message|>'
/** gpt-oss without its special tokens: `analysisWe need to …assistantfinalHello.` */
const bareAnalysis = 'analysis'
const bareFinal = 'assistantfinal'
/** In UTF-16 code units; headers have some tens. */
const maxHeaderLength = 200

/**
 * Removes thinking and the marks of chat templates from a reply, as local servers send them: `<think>…</think>` with
 * and without its opening tag, `[THINK]`, the channels of harmony. Holds back only what may be the beginning of a mark.
 */
export class ThinkingFilter {
  readonly #onReset: () => void
  #state: 'start' | 'speaking' | 'thinking' | 'header' | 'harmony' = 'start'
  #held = ''
  #close = ''
  #seenTag = false
  #hasSpoken = false
  /** Whether white space is removed: after thinking. */
  #isTrimming = false
  hasThought = false
  /** Whether the reply ended at a mark of the template. */
  hasStopped = false

  /** `onReset`: all text so far was thinking. */
  constructor(onReset: () => void) {
    this.#onReset = onReset
  }

  /** The text that can be passed on after this piece. */
  filter(piece: string): string {
    if (this.hasStopped) return ''
    if (this.#state === 'speaking' && this.#held === '' && !this.#isTrimming && !mayHoldMarker(piece)) {
      this.#hasSpoken ||= !isBlank(piece)
      return piece
    }
    let rest = this.#held + piece
    this.#held = ''
    let passed = ''
    while (rest !== '' && !this.hasStopped) {
      if (this.#state === 'thinking') rest = this.#skipTo(this.#close, rest)
      else if (this.#state === 'header') rest = this.#readHeader(rest)
      else if (this.#state === 'harmony') rest = this.#skipToHeader(rest)
      else if (this.#state === 'start') rest = this.#begin(rest)
      else [passed, rest] = this.#speak(passed, rest)
    }
    this.#hasSpoken ||= !isBlank(passed)
    return passed
  }

  /** Call at the end of the reply: returns the text that was held back. */
  end(): string {
    if (this.#state === 'thinking') this.hasThought ||= !isBlank(this.#held)
    const isSpoken = this.#state === 'start' || this.#state === 'speaking'
    const held = isSpoken && !this.#isTrimming ? this.#held : ''
    this.#held = ''
    return held
  }

  /** Holds back white space, which goes if thinking follows. */
  #begin(text: string): string {
    const start = text.trimStart()
    if (start === '' || (start.length <= bareAnalysis.length && bareAnalysis.startsWith(start))) return this.#hold(text)
    const isMarker = findMarker(start, 0)
    if (isMarker === 'partial') return this.#hold(text)
    this.#state = 'speaking'
    if (/^analysis[A-Z]/.test(start)) {
      this.#think(bareFinal)
      return start
    }
    return isMarker === null ? text : start
  }

  #speak(before: string, text: string): [passed: string, rest: string] {
    let passed = before
    let from = 0
    if (this.#isTrimming) {
      from = text.length - text.trimStart().length
      if (from < text.length) this.#isTrimming = false
    }
    markerStart.lastIndex = from
    for (let match = markerStart.exec(text); match !== null; match = markerStart.exec(text)) {
      const at = match.index
      const found = findMarker(text, at)
      if (found === 'partial') return [passed + text.slice(from, at), this.#hold(text.slice(at))]
      if (found === null) continue
      passed += text.slice(from, at)
      if (found.marker.kind === 'close' && !this.#seenTag) {
        this.hasThought ||= this.#hasSpoken || !isBlank(passed)
        this.#hasSpoken = false
        passed = ''
        this.#onReset()
      }
      this.#act(found.marker, passed)
      return [passed, text.slice(at + found.text.length)]
    }
    return [passed + text.slice(from), '']
  }

  #act(marker: Marker, passed: string): void {
    if (marker.kind === 'open') this.#think(marker.close)
    else if (marker.kind === 'close') this.#endThinking()
    else if (marker.kind === 'header') this.#state = 'header'
    else if (marker.kind === 'boundary' && (this.#hasSpoken || !isBlank(passed))) this.hasStopped = true
    else if (marker.kind === 'boundary') this.#isTrimming = true
  }
  #think(close: string): void {
    this.#state = 'thinking'
    this.#close = close
    this.#seenTag = true
  }

  #endThinking(): void {
    this.#state = 'speaking'
    this.#isTrimming = true
    this.#seenTag = true
  }

  #skipTo(close: string, text: string): string {
    const at = text.indexOf(close)
    // Without the closing tag, only the end can still become it.
    const end = at === -1 ? Math.max(0, text.length + 1 - close.length) : at
    this.hasThought ||= !isBlank(text.slice(0, end))
    if (at === -1) return this.#hold(text.slice(end))
    this.#endThinking()
    return text.slice(at + close.length)
  }

  /** The header of a message in harmony: `assistant<|channel|>final`. A header that does not end is thinking. */
  #readHeader(text: string): string {
    const at = text.indexOf(messageMark)
    if (at === -1 && text.length <= maxHeaderLength) return this.#hold(text)
    if (at === -1 || /analysis|commentary/.test(text.slice(0, at))) {
      this.#state = 'harmony'
      this.hasThought = true
    } else this.#endThinking()
    return at === -1 ? text : text.slice(at + messageMark.length)
  }

  /** Skips a message of harmony, up to the header of the next one. */
  #skipToHeader(text: string): string {
    markerStart.lastIndex = 0
    for (let match = markerStart.exec(text); match !== null; match = markerStart.exec(text)) {
      const found = findMarker(text, match.index)
      if (found === 'partial') return this.#hold(text.slice(match.index))
      if (found?.marker.kind !== 'header') continue
      this.#state = 'header'
      return text.slice(match.index + found.text.length)
    }
    return ''
  }

  #hold(text: string): '' {
    this.#held = text
    return ''
  }
}
