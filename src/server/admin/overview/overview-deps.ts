import type { NightlyBackups } from '#server/backup/nightly-backups.ts'
import type { LiveReplies } from '#server/chat/replies/live-replies.ts'
import type { PaymentProvider } from '#server/providers/payments/provider.ts'
import type { ModelDeps } from '../models/model-deps.ts'

export interface OverviewDeps extends ModelDeps {
  /** Null when nobody can subscribe. */
  payments: PaymentProvider | null
  nightlyBackups: NightlyBackups
  liveReplies: Pick<LiveReplies, 'size'>
}
