import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import type { ConversationRow } from '../tree/queries.ts'

/** What a turn knows of a conversation's memory without reading it. */
export interface MemoryState {
  isEnabled: boolean
  /** 0 while nothing is stored. */
  version: number
}

/** The memory of a conversation, as its row and its account say, unless admins have switched off all memory. */
export function memoryState(
  { settings }: Pick<Context, 'settings'>,
  account: Pick<Account, 'has_memory'>,
  row: Pick<ConversationRow, 'has_memory' | 'memory_version'>,
): MemoryState {
  const isEnabled = settings.current().memory && (row.has_memory ?? account.has_memory) === 1
  return { isEnabled, version: row.memory_version }
}
