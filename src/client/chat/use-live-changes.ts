import { useEffect } from 'react'
import { refreshUser } from '#client/accounts/api.ts'
import { useSession } from '#client/accounts/session.ts'
import { addressOf } from '#client/lib/http.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'
import { tabId } from '#client/lib/tab-id.ts'
import { refreshConversations } from './api/conversation-list-api.ts'
import { EventConnection } from './live/event-connection.ts'
import { announceChange, type LiveChange } from './live/live-changes.ts'
import { showNewNotices } from './notices/notices-api.ts'

/** Syncs what this tab shows of the account's conversations with other tabs and devices. */
export function useLiveChanges(): void {
  useEffect(() => {
    const connection = new EventConnection({
      url: addressOf('GET /api/events'),
      onChange: (change) => applyChange(change),
      // If the session has ended, the refusal of this request shows it.
      onRefused: () => void showNewNotices(),
      isVisible: () => document.visibilityState === 'visible',
    })
    const onVisibility = () => connection.onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    connection.start()
    // After a logout the page stays mounted until the landing page's code is loaded.
    const unsubscribe = useSession.subscribe(({ status }) => status !== 'signed-in' && connection.stop())
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', onVisibility)
      connection.stop()
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
