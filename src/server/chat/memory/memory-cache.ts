import { LRUCache } from 'lru-cache'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { type BlockRow, listAnchors, listBlocks, listFacts, readPathUp } from './queries.ts'

export type LoadedBlock = Pick<BlockRow, 'id' | 'last_message_id' | 'last_depth' | 'summary' | 'is_stale'> & {
  audience: string[] | null
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
  /** By the anchor of a prompt: the block whose summary it has. */
  anchors: Map<string, string | null>
  /** By the first message of a history: the ids of those above it. */
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
    const memory: LoadedMemory = {
      version,
      blocks: blocks.map(({ id, last_message_id, last_depth, summary, is_stale, audience }) => {
        return { id, last_message_id, last_depth, summary, is_stale, audience: readJson(audience) }
      }),
      facts: loadedFacts,
      anchors: new Map(anchors.map(({ anchor_id, block_id }) => [anchor_id, block_id])),
      paths: new Map(),
    }
    this.#loaded.set(conversationId, memory)
    return memory
  }
}

/** The messages above one. They change only when a reply above it is edited, which increments the version of the memory. */
export async function readAncestors(
  db: Queryable,
  conversationId: OwnConversationId,
  { paths }: LoadedMemory,
  messageId: string,
): Promise<ReadonlySet<string>> {
  const known = paths.get(messageId)
  if (known) return known
  const path = await readPathUp(db, conversationId, messageId)
  const ancestors = new Set(path.map(({ id }) => id))
  const [oldest] = paths.keys()
  if (oldest !== undefined && paths.size >= maxPaths) paths.delete(oldest)
  paths.set(messageId, ancestors)
  return ancestors
}

const readJson = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]))

/** Estimates the bytes of a loaded memory, with the ids of its paths. */
function sizeOf({ blocks, facts }: LoadedMemory): number {
  const messages = Math.max(0, ...blocks.map(({ last_depth }) => last_depth))
  const summaries = blocks.reduce((sum, { summary }) => sum + summary.length * 2, 0)
  return 1_000 + messages * 100 * maxPaths + summaries + facts.reduce((sum, { text }) => sum + 300 + text.length * 2, 0)
}
