import { StringDecoder } from 'node:string_decoder'
import { InvalidReplyError } from './upstream-error.ts'

/** In UTF-16 code units. */
const maxLineLength = 1024 * 1024

/** Splits the bytes of a body into lines. Chunks may end anywhere, also inside a character. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8')
  readonly #onLine: (line: string) => void
  /** The pieces of the unfinished line: joined once, so that a long line in small chunks takes linear time. */
  #pieces: string[] = []
  #length = 0

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  feed(chunk: Buffer): void {
    const text = this.#decoder.write(chunk)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#add(text.slice(start, end))
      this.#endLine()
      start = end + 1
    }
    this.#add(text.slice(start))
  }

  /** Call at the end of the body. */
  end(): void {
    this.#add(this.#decoder.end())
    this.#endLine()
  }

  #add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length > maxLineLength) throw new InvalidReplyError('a line was longer than 1 MiB')
  }

  #endLine(): void {
    const line = this.#pieces.join('').trim()
    this.#pieces = []
    this.#length = 0
    if (line !== '') this.#onLine(line)
  }
}
