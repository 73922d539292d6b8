import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceParser } from 'eventsource-parser'
import { InvalidReplyError } from './upstream-error.ts'

/** In UTF-16 code units. Events of a text stream have some hundreds. */
const maxEventLength = 1024 * 1024

/** Parses the bytes of an event stream. Chunks may end anywhere, also inside a character. */
export class SseReader {
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser: EventSourceParser
  #isAtStart = true

  constructor(onEvent: (data: string, name: string | undefined) => void) {
    this.#parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent: (event) => onEvent(event.data, event.event),
      onError: (error) => {
        // The SSE specification says to ignore unknown fields, so only the size is an error.
        if (error.type === 'max-buffer-size-exceeded') throw new InvalidReplyError('an event was longer than 1 MiB')
      },
    })
  }

  feed(chunk: Buffer): void {
    let text = this.#decoder.write(chunk)
    if (this.#isAtStart && text !== '') {
      this.#isAtStart = false
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    if (text !== '') this.#parser.feed(text)
  }

  /** Call at the end of the body. Some servers omit the empty line after the last event; this adds it. */
  end(): void {
    this.#parser.feed(`${this.#decoder.end()}\n\n`)
  }
}
