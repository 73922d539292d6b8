import type { Context } from '#server/core/context.ts'

/**
 * One kind of data that belongs to an account: its conversations, its images … Each capability that stores data for
 * accounts implements it; `src/server/account-data.ts` is the list.
 */
export interface AccountDataSource {
  /** The name of this data in the account's download. */
  name: string
  /** All items, read in pages, because they may not fit in memory. A value may itself be an async iterable. */
  export(context: Context, userId: string): AsyncIterable<unknown>
  /** Called when the owner asks for the deletion, before it is scheduled. Throws to refuse it. */
  beforeDeletion?(context: Context, userId: string): Promise<void>
  /** Deletes all items for good. A call may be interrupted at any point and is then repeated from the start. */
  erase(context: Context, userId: string): Promise<void>
}
