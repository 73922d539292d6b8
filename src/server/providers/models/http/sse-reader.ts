import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceParser } from 'eventsource-parser'
import { BrokenReply } from './upstream-error.ts'

/** No honest event of a text stream comes near this, in UTF-16 code units. */
export const maxEventLength = 1024 * 1024

/** Bytes of an event stream in, events out. Chunks may be cut anywhere, inside a character too. */
export class SseReader {
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser: EventSourceParser
  #atStart = true

  constructor(onEvent: (data: string, name: string | undefined) => void) {
    this.#parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent: (event) => onEvent(event.data, event.event),
      onError: (error) => {
        // Unknown fields are to be ignored; only a line without end is a fault.
        if (error.type === 'max-buffer-size-exceeded') throw new BrokenReply('an event was longer than 1 MiB')
      },
    })
  }

  feed(chunk: Buffer): void {
    let text = this.#decoder.write(chunk)
    if (this.#atStart && text !== '') {
      this.#atStart = false
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    if (text !== '') this.#parser.feed(text)
  }

  /** The body is over. Some servers leave out the empty line after the last event; it counts all the same. */
  end(): void {
    this.#parser.feed(`${this.#decoder.end()}\n\n`)
  }
}
