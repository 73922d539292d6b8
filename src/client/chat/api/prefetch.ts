import { call } from '#client/lib/http.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { loadProseFonts } from '../reading/prose-fonts.ts'

let prefetched: { id: string; page: Promise<ConversationPage> } | null = null

/**
 * Requests what the chat page needs (the conversation and its fonts) while the page's own code is still loading,
 * instead of one after the other.
 */
export function prefetchChat(pathname: string): void {
  void loadProseFonts()
  const [, id] = /^\/chat\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (!id) return
  const page = call('GET /api/conversations/:id', { params: { id } })
  // takePrefetched's caller handles an error; without this it would also be an unhandled rejection.
  page.catch(() => {})
  prefetched = { id, page }
}

/** The prefetched page, once. */
export function takePrefetched(id: string): Promise<ConversationPage> | null {
  const page = prefetched?.id === id ? prefetched.page : null
  prefetched = null
  return page
}
