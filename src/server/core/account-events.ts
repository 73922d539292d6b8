import type { AccountChange } from '#shared/account-events.ts'
import type { Context } from './context.ts'

/** On the bus: the changes of one account, for the instances on which it has open streams. */
export const topicOf = (userId: string) => `account:${userId}`

/** Tells the account's open tabs, on all instances, that something changed. Call it after the commit. */
export function publishChange({ bus }: Pick<Context, 'bus'>, userId: string, change: AccountChange): void {
  bus.publish(topicOf(userId), JSON.stringify(change))
}

/** Tells the open tabs of these accounts that they have a notice. Call it after the commit. */
export function publishNotice(context: Pick<Context, 'bus'>, userIds: readonly string[]): void {
  const change = { conversationId: null, replyId: null, tabId: null, notices: true }
  for (const userId of new Set(userIds)) publishChange(context, userId, change)
}
