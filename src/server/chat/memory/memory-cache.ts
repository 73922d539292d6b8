import { LRUCache } from 'lru-cache'
import { indexFacts } from '#engine/memory/order-facts.ts'
import type { PassageIndex } from '#engine/memory/passage-index.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { type BlockRow, listAnchors, listBlocks, listFacts, readPathUp } from './queries.ts'
import { readIndex } from './stored-index.ts'

export type LoadedBlock = Pick<BlockRow, 'id' | 'last_message_id' | 'last_depth' | 'summary' | 'is_stale'> & {
  audience: string[] | null
  index: PassageIndex
}

export interface LoadedFact {
  id: string
  text: string
  sources: string[]
  audience: string[] | null
  isPinned: boolean
  /** Whether it is in the user's words. */
  isOwn: boolean
}

/** What is stored in memory of a conversation, on all its branches. */
export interface LoadedMemory {
  version: number
  blocks: LoadedBlock[]
  facts: LoadedFact[]
  factIndex: PassageIndex
  /** Who knows each message that is indexed. */
  audiences: Map<string, string[]>
  /** By the anchor of a prompt: the block whose summary it has. */
  anchors: Map<string, string | null>
  /** By the first message of a history: which of the messages that matter here are above it. */
  paths: Map<string, ReadonlySet<string>>
}

/** Bytes of all loaded memories of a process: those of about 100 long conversations. */
const maxBytes = 32 * 1024 * 1024
/** Paths that are known of a conversation: anchors change rarely. */
const maxPaths = 4

/**
 * Loaded memories by conversation. The version is a column of the conversation's row, which a turn reads anyway, so that
 * one that has not changed costs no statement.
 */
export class MemoryCache {
  readonly #loaded = new LRUCache<string, LoadedMemory>({ maxSize: maxBytes, sizeCalculation: sizeOf })

  async load(db: Queryable, conversationId: OwnConversationId, version: number): Promise<LoadedMemory> {
    const known = this.#loaded.get(conversationId)
    if (known?.version === version) return known
    const [blocks, facts, anchors] = await Promise.all([
      listBlocks(db, conversationId),
      listFacts(db, conversationId),
      listAnchors(db, conversationId),
    ])
    const loadedFacts = facts.map(({ id, text, sources, audience, is_pinned, is_own }) => {
      const lists = { sources: JSON.parse(sources) as string[], audience: readJson(audience) }
      return { id, text, ...lists, isPinned: is_pinned === 1, isOwn: is_own === 1 }
    })
    const audiences = new Map<string, string[]>()
    const memory: LoadedMemory = {
      version,
      blocks: blocks.map((block) => {
        const { id, last_message_id, last_depth, summary, is_stale } = block
        const { index, audiences: known } = readIndex(block)
        for (const [at, message] of index.messages.entries()) audiences.set(message, known[at] ?? [])
        return { id, last_message_id, last_depth, summary, is_stale, audience: readJson(block.audience), index }
      }),
      facts: loadedFacts,
      factIndex: indexFacts(loadedFacts),
      audiences,
      anchors: new Map(anchors.map(({ anchor_id, block_id }) => [anchor_id, block_id])),
      paths: new Map(),
    }
    this.#loaded.set(conversationId, memory)
    return memory
  }
}

/**
 * Which of the messages that the memory refers to are above `messageId` on its path. This changes only when a reply
 * above it is edited, which increments the version of the memory.
 */
export async function readAncestors(
  db: Queryable,
  conversationId: OwnConversationId,
  memory: LoadedMemory,
  messageId: string,
): Promise<ReadonlySet<string>> {
  const known = memory.paths.get(messageId)
  if (known) return known
  const wanted = new Set([
    ...memory.blocks.flatMap(({ index, last_message_id }) => [...index.messages, last_message_id]),
    ...memory.facts.flatMap(({ sources }) => sources),
  ])
  const path = await readPathUp(db, conversationId, messageId)
  const ancestors = new Set(path.flatMap(({ id }) => (wanted.has(id) ? [id] : [])))
  const [oldest] = memory.paths.keys()
  if (oldest !== undefined && memory.paths.size >= maxPaths) memory.paths.delete(oldest)
  memory.paths.set(messageId, ancestors)
  return ancestors
}

const readJson = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]))

/** Estimates the bytes of a loaded memory: its arrays, and its ids with their set entries. */
function sizeOf({ blocks, facts }: LoadedMemory): number {
  const ofBlocks = blocks.reduce((sum, { index, summary }) => {
    const { terms, counts, messages, passages, vectors } = index
    const arrays = terms.byteLength + counts.byteLength + (vectors ? vectors.values.byteLength : 0)
    return sum + arrays + messages.length * 250 + passages.length * 60 + summary.length * 2
  }, 0)
  return 1_000 + ofBlocks + facts.reduce((sum, { text }) => sum + 300 + text.length * 12, 0)
}
