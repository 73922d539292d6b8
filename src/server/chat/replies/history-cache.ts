import { LRUCache } from 'lru-cache'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { DatabaseAccess } from '#server/db/database.ts'
import { type HistoryRow, readHistory } from '../queries.ts'

/** A message with its tokens, which are counted once. */
type CountedRow = HistoryRow & { tokens?: number }

interface HistoryRequest {
  conversationId: OwnConversationId
  /** The end of the path; null for an empty one. */
  leafId: string | null
  /** The first message of the last prompt; null if there is none. */
  anchor: string | null
  /** About how many characters of text are needed. */
  characters: number
}

/** UTF-16 code units of all cached histories of a process: those of about 1,000 conversations with a full window of 8,192 tokens. */
const maxSize = 32 * 1024 * 1024
/** What a message takes besides its text, in the same unit. */
const rowSize = 200

/**
 * The histories of the last prompts, so that a turn reads only the messages since then. A history is dropped when one of
 * its messages changes. On PostgreSQL, where other instances write too, every turn reads its whole history.
 */
export class HistoryCache {
  readonly #db: DatabaseAccess['db']
  readonly #histories: LRUCache<string, CountedRow[]> | null
  /** Counts changes, since one can come between reading a history and caching it. */
  #changes = 0

  constructor({ db, watchMessages }: Pick<DatabaseAccess, 'db' | 'watchMessages'>) {
    this.#db = db
    this.#histories = watchMessages && new LRUCache({ maxSize })
    watchMessages?.({
      changed: (conversationId, id) => {
        this.#changes += 1
        const isCached = this.#histories?.peek(conversationId)?.some((row) => row.id === id)
        if (isCached) this.#histories?.delete(conversationId)
      },
      rolledBack: () => {
        this.#changes += 1
        this.#histories?.clear()
      },
    })
  }

  /** As `readHistory`. The rows are shared with later calls: they must not be changed. */
  async read(request: HistoryRequest): Promise<readonly CountedRow[]> {
    const { conversationId, leafId } = request
    if (leafId === null) return []
    if (!this.#histories) return readHistory(this.#db, conversationId, leafId, request)
    const changes = this.#changes
    const history = await this.#extend(request, leafId, this.#histories.get(conversationId) ?? [])
    const last = history.at(-1)
    let isSettled = true
    let size = 0
    for (const row of history) {
      row.tokens ??= estimateTokens(row.content)
      size += row.content.length + rowSize
      // Its text changes until it has ended, so only the end of a history, which is always read, may be a running reply.
      if (row.status === 'streaming' && row !== last) isSettled = false
    }
    if (last && isSettled && changes === this.#changes) this.#histories.set(conversationId, history, { size })
    return history
  }

  /** The history, read from the end of the cached one on where that is on the path. */
  async #extend(request: HistoryRequest, leafId: string, cached: CountedRow[]): Promise<CountedRow[]> {
    const { conversationId, characters } = request
    const last = cached.at(-1)?.id
    if (last !== undefined) {
      const newer = await readHistory(this.#db, conversationId, leafId, { characters, anchor: last })
      const path = newer[0]?.id === last ? [...cached.slice(0, -1), ...newer] : newer
      const history = takeNewest(path, request)
      if (history) return history
    }
    return readHistory(this.#db, conversationId, leafId, request)
  }
}

/** The part of a path that `readHistory` returns; null if the path does not reach far enough back. */
function takeNewest(path: CountedRow[], { anchor, characters }: HistoryRequest): CountedRow[] | null {
  let total = 0
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const row = path[at]
    if (!row) return null
    total += row.content.length
    if (row.id === anchor || row.depth === 0 || total >= characters) return at === 0 ? path : path.slice(at)
  }
  return null
}
