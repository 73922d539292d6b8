import type { Account } from '#server/core/viewer.ts'
import type { ConversationRow } from '../tree/queries.ts'

/** What a turn knows of a conversation's memory without reading it. */
export interface MemoryState {
  isEnabled: boolean
  /** 0 while nothing is stored. */
  version: number
}

/** The memory of a conversation, as its row and its account say. */
export function memoryState(
  account: Pick<Account, 'has_memory'>,
  row: Pick<ConversationRow, 'has_memory' | 'memory_version'>,
): MemoryState {
  return { isEnabled: (row.has_memory ?? account.has_memory) === 1, version: row.memory_version }
}
