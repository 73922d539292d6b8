import type { ConversationStore } from '../store/conversation-store.ts'

/** A text with its macros expanded, with the names of the conversation. The macros are loaded with the first use. */
export async function expandText(store: ConversationStore, text: string, char: string): Promise<string> {
  if (!text.includes('{{') && !text.includes('<')) return text
  const { expandMacros } = await import('#engine/macros/expand.ts')
  const { persona, conversationId, messages } = store.state.getState()
  const newest = (role?: 'user' | 'character') =>
    messages.findLast((message) => role === undefined || message.role === role)?.content ?? ''
  return expandMacros(text, {
    char,
    user: persona?.name ?? 'You',
    texts: { lastMessage: newest(), lastUserMessage: newest('user'), lastCharMessage: newest('character') },
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    variables: new Map(),
    random: Math.random,
    seed: conversationId ?? '',
  }).trim()
}
