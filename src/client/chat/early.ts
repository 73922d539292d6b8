import { getJson } from '#client/lib/http.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { fetchProseType } from './prose-type.ts'

/** The address of a conversation's newest page. */
export const conversationAddress = (id: string) => `/api/conversations/${encodeURIComponent(id)}`

/** A page asked for before the chat's own code was there, and taken once. */
let early: { id: string; page: Promise<ConversationPage> } | null = null

/**
 * Whoever opens the chat by its address waits for three things: the chat's code, the conversation's words and the
 * type they are set in. All are asked for at once, with the page itself, instead of one after the other.
 */
export function beginEarly(pathname: string): void {
  void fetchProseType()
  const [, id] = /^\/chat\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (!id) return
  const page = getJson<ConversationPage>(conversationAddress(id))
  // Whoever takes it hears of a failure; if nobody does, nobody needs to.
  page.catch(() => {})
  early = { id, page }
}

export function takeEarly(id: string): Promise<ConversationPage> | null {
  const taken = early?.id === id ? early.page : null
  early = null
  return taken
}
