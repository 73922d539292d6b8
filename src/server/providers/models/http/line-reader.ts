import { StringDecoder } from 'node:string_decoder'
import { InvalidReplyError } from './upstream-error.ts'

/** In UTF-16 code units. */
const maxLineLength = 1024 * 1024

/** Splits the bytes of a body into lines. Chunks may end anywhere, also inside a character. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8')
  readonly #onLine: (line: string) => void
  #unfinished = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  feed(chunk: Buffer): void {
    this.#read(this.#decoder.write(chunk))
  }

  /** Call at the end of the body. */
  end(): void {
    this.#read(`${this.#decoder.end()}\n`)
  }

  #read(text: string): void {
    const lines = (this.#unfinished + text).split('\n')
    this.#unfinished = lines.pop() ?? ''
    for (const line of lines.map((whole) => whole.trim())) if (line !== '') this.#onLine(line)
    if (this.#unfinished.length > maxLineLength) throw new InvalidReplyError('a line was longer than 1 MiB')
  }
}
