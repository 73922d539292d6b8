import { SseReader } from './sse-reader.ts'
import type { BodyReader, Progress } from './upstream-call.ts'
import { BrokenReply } from './upstream-error.ts'

/** One protocol's sense of what an upstream sends. Every method throws when it makes none. */
export interface ReplyProtocol {
  readonly progress: Progress
  onEvent(data: string, name: string | undefined): void
  /** The whole reply as one JSON document, from a server that does not stream. */
  onDocument(document: unknown): void
}

/** Many times the longest reply we ask for; a server that sends more than this is not replying. */
const maxBytes = 32 * 1024 * 1024
const openingBrace = 0x7b
const openingBracket = 0x5b
const lessThan = 0x3c

/**
 * Reads a reply's body for a protocol. What kind of body it is shows in its first character, whatever the content type
 * says: an event stream, a JSON document, or a web page that some proxy sent instead.
 */
export class ReplyReader implements BodyReader {
  readonly #protocol: ReplyProtocol
  readonly #events: SseReader
  #kind: 'events' | 'document' | null = null
  readonly #document: Buffer[] = []
  #bytes = 0

  constructor(protocol: ReplyProtocol) {
    this.#protocol = protocol
    this.#events = new SseReader((data, name) => {
      if (protocol.progress !== 'enough') protocol.onEvent(data, name)
    })
  }

  feed(chunk: Buffer): Progress {
    this.#bytes += chunk.length
    if (this.#bytes > maxBytes) throw new BrokenReply('a reply of more than 32 MiB')
    this.#kind ??= kindOf(chunk)
    if (this.#kind === 'document') this.#document.push(chunk)
    else this.#events.feed(chunk)
    return this.#protocol.progress
  }

  end(): void {
    if (this.#kind === 'document') {
      this.#protocol.onDocument(parseJson(Buffer.concat(this.#document).toString('utf8')))
      return
    }
    this.#flush()
    if (this.#protocol.progress === 'reading') throw new BrokenReply('it ended before the reply did')
  }

  /** Takes the last event, if it was left without its empty line. Once the text is all there, nothing can break it. */
  #flush(): void {
    const before = this.#protocol.progress
    if (before === 'complete' || before === 'enough') return
    try {
      this.#events.end()
    } catch (error) {
      if (before === 'reading') throw error
    }
  }
}

/** Null while only white space has come. */
function kindOf(chunk: Buffer): 'events' | 'document' | null {
  const first = chunk.find((byte) => byte > 0x20)
  if (first === undefined) return null
  if (first === lessThan) throw new BrokenReply('a web page came instead', { cause: chunk.toString('utf8') })
  return first === openingBrace || first === openingBracket ? 'document' : 'events'
}

/** Parses what ought to be JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BrokenReply('not JSON', { cause: text.slice(0, 2_000) })
  }
}
