import type { Generated } from 'kysely'

export interface MemoryTables {
  memory_blocks: MemoryBlocksTable
  memory_facts: MemoryFactsTable
  memory_anchors: MemoryAnchorsTable
}

/** A part of a path that a job has summed up, up to its last message. */
export interface MemoryBlocksTable {
  id: string
  conversation_id: string
  /** The block before it on its path. */
  previous_id: string | null
  first_message_id: string
  /** Unique in a conversation. */
  last_message_id: string
  first_depth: number
  last_depth: number
  /** The story up to the last message; empty if none could be written. */
  summary: string
  /** 1 when the user has corrected the summary. */
  is_edited: Generated<number>
  /** The user's correction of a summary, a message of which was removed since. Unused until the user decides. */
  corrected_summary: string | null
  /** 1 when a message that it is made of has lost its text or left the path: a job writes it again. */
  is_stale: Generated<number>
  /** JSON of the characters who were present for all of the story so far; null: everybody. */
  audience: string | null
  /** JSON of the ids of its messages that had a text. */
  message_ids: string
  created_at: number
  updated_at: number
}

export interface MemoryFactsTable {
  id: string
  conversation_id: string
  text: string
  /** JSON: the ids of the messages that it comes from; none for one that the user has added. */
  sources: string
  /** JSON of the characters who were present for all sources; null: everybody. */
  audience: string | null
  is_pinned: Generated<number>
  /** 1 when the user has written the text. */
  is_own: Generated<number>
  created_at: number
  updated_at: number
}

/** Which summary the prompts have whose history begins at this message: it changes only when the anchor moves. */
export interface MemoryAnchorsTable {
  conversation_id: string
  anchor_id: string
  /** Null: none was ready when the anchor moved there. */
  block_id: string | null
}
