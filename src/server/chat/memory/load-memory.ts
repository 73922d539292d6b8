import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { type BlockRow, listAnchors, listBlocks, listFacts } from './queries.ts'

export type LoadedBlock = Omit<BlockRow, 'audience'> & { audience: string[] | null }

export interface LoadedFact {
  id: string
  text: string
  sources: string[]
  audience: string[] | null
  isPinned: boolean
  /** Whether it is in the user's words. */
  isOwn: boolean
}

/** What is remembered of a conversation, on all its branches. */
export interface LoadedMemory {
  blocks: LoadedBlock[]
  facts: LoadedFact[]
  /** By the anchor of a prompt: the block whose summary it has. */
  anchors: Map<string, string | null>
}

export async function loadMemory(db: Queryable, conversationId: OwnConversationId): Promise<LoadedMemory> {
  const [blocks, facts, anchors] = await Promise.all([
    listBlocks(db, conversationId),
    listFacts(db, conversationId),
    listAnchors(db, conversationId),
  ])
  return {
    blocks: blocks.map(({ audience, ...block }) => ({ ...block, audience: readJson(audience) })),
    facts: facts.map(({ id, text, sources, audience, is_pinned, is_own }) => {
      const lists = { sources: JSON.parse(sources) as string[], audience: readJson(audience) }
      return { id, text, ...lists, isPinned: is_pinned === 1, isOwn: is_own === 1 }
    }),
    anchors: new Map(anchors.map(({ anchor_id, block_id }) => [anchor_id, block_id])),
  }
}

const readJson = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]))
