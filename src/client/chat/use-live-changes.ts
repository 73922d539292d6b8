import { useEffect } from 'react'
import { refreshUser } from '#client/accounts/api.ts'
import { useSession } from '#client/accounts/session.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'
import { tabId } from '#client/lib/tab-id.ts'
import { refreshConversations } from './api/conversation-list-api.ts'
import { announceChange, type LiveChange } from './live/live-changes.ts'
import { subscribeToEvents } from './live/subscribe-to-events.ts'
import { showNewNotices } from './notices/notices-api.ts'

/** Syncs what this tab shows of the account's conversations with other tabs and devices. */
export function useLiveChanges(): void {
  useEffect(() => {
    // If the session has ended, the refusal of this request shows it.
    const stop = subscribeToEvents({ onChange: applyChange, onRefused: () => void showNewNotices() })
    // After a logout the page stays mounted until the landing page's code is loaded.
    const unsubscribe = useSession.subscribe(({ status }) => status !== 'signed-in' && stop())
    return () => {
      unsubscribe()
      stop()
    }
  }, [])
}

function applyChange(change: LiveChange): void {
  if (change !== 'missed' && change.tabId === tabId) return
  if (change === 'missed') void refreshSite().catch(() => {})
  else if (change.site) return void readSite()
  if (change === 'missed' || change.notices) void showNewNotices()
  if (change !== 'missed' && change.notices) return
  announceChange(change)
  if (change === 'missed' || change.conversationId === null) void queryClient.invalidateQueries()
  else void refreshConversations()
}

/** Milliseconds within which tabs read the site again: all of them hear of a change at once. */
const spread = 1_000

async function readSite(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * spread))
  await Promise.all([refreshSite(), refreshUser()]).catch(() => {})
}
