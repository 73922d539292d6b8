import type { Context } from '#server/core/context.ts'

/**
 * What an account has beyond itself. Each capability that keeps something for its accounts says how to read all of it
 * out and how to take it away for good; `src/server/belongings.ts` is the list.
 */
export interface AccountDataSource {
  /** What they are called in the download. */
  name: string
  /** All of them, a few at a time: an account may have more than fits in memory. A value may itself be such a list. */
  read(context: Context, userId: string): AsyncIterable<unknown>
  /** Takes them away for good. It may be cut off anywhere and is then begun again. */
  remove(context: Context, userId: string): Promise<void>
}
