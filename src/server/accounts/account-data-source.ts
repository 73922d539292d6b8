import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import type { ArchiveEntry } from '#shared/account-archive.ts'

/** A file of an account's archive. */
export type ArchiveFile = Omit<ArchiveEntry, 'path' | 'sha256' | 'size'> & {
  extension: string
  content: string | Uint8Array
}
/** What the archive has no file of, in a sentence. */
interface LeftOut {
  leftOut: string
}

/**
 * One kind of data that belongs to an account: its conversations, its images … Each capability that stores data for
 * accounts implements it; `src/server/account-data.ts` is the list.
 */
export interface AccountDataSource {
  /** The name of this data in the account's download. */
  name: string
  /** All items, read in pages, because they may not fit in memory. A value may itself be an async iterable. */
  export(context: Context, userId: string): AsyncIterable<unknown>
  /**
   * The files of this data that can be imported again, where it has any. `pictures`: the addresses of those to which the
   * files before refer.
   */
  files?(context: Context, account: Account, pictures: ReadonlySet<string>): AsyncIterable<ArchiveFile | LeftOut>
  /** Called when the owner asks for the deletion, before it is scheduled. Throws to refuse it. */
  beforeDeletion?(context: Context, userId: string): Promise<void>
  /** Deletes all items for good. A call may be interrupted at any point and is then repeated from the start. */
  erase(context: Context, userId: string): Promise<void>
}
