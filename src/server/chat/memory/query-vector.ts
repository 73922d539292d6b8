import { LRUCache } from 'lru-cache'
import { isBlank } from '#engine/is-blank.ts'
import type { RecallQuery } from '#engine/memory/rank-passages.ts'
import type { Embeddings } from '#server/providers/models/embeddings/embeddings.ts'

/** Milliseconds to wait for a vector. A later one would miss the next prompt too. */
const timeout = 5_000
/** UTF-16 code units of a message that are embedded. */
const maxLength = 2_000
/** Conversations whose last vector is kept, of about 10 kB each. */
const maxConversations = 500

type QueryVector = NonNullable<RecallQuery['vector']>

interface Newest {
  text: string
  vector: QueryVector | null
  /** Whether the vector is that of the text, and not of one before it. */
  isOwn: boolean
}

/**
 * The vectors of the newest messages of conversations. No prompt waits for one: it uses the vector of its newest
 * message if that has arrived, else that of the message before.
 */
export class QueryVectors {
  readonly #newest = new LRUCache<string, Newest>({ max: maxConversations })

  /** Asks for the vector of a text, unless it has been asked for. */
  request(embeddings: Embeddings, conversationId: string, text: string): void {
    const before = this.#newest.get(conversationId)
    if (before?.text === text || isBlank(text)) return
    this.#newest.set(conversationId, { text, vector: before?.vector ?? null, isOwn: false })
    embeddings.embed([text.slice(0, maxLength).toWellFormed()], AbortSignal.timeout(timeout)).then(
      ({ space, vectors: [values] }) => {
        const newest = this.#newest.get(conversationId)
        if (!values || !newest || newest.isOwn) return
        newest.vector = { space, values }
        newest.isOwn = newest.text === text
      },
      () => {
        // Forgotten after a failure, so that another version of the reply requests it again.
        const newest = this.#newest.get(conversationId)
        if (newest?.text === text) newest.text = ''
      },
    )
  }

  /** The newest vector of a conversation that has arrived. Null without any: the passages are then ranked by words. */
  find(conversationId: string): QueryVector | null {
    return this.#newest.get(conversationId)?.vector ?? null
  }
}
