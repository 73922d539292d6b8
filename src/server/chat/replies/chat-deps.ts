import type { Context } from '#server/core/context.ts'
import type { JobQueue } from '#server/core/jobs/job-queue.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import type { MemoryJob } from '../memory/jobs/write-blocks.ts'
import type { LiveReplies } from './live-replies.ts'

/** What the operations of the chat need: the server's context and the replies that are being generated here. */
export interface ChatDeps {
  context: Context
  liveReplies: LiveReplies
  memoryJobs: JobQueue<MemoryJob>
  /** Counts a turn of an account in its minute. */
  assertChatRate: Limiter
}
