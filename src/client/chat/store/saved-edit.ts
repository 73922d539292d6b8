import { tryOrNull } from '#client/lib/try-or-null.ts'
import type { ConversationStore } from './conversation-store.ts'

/**
 * Stores the text of a message while it is edited, so that a reload or another page does not lose it, and goes on with
 * it when the conversation is opened again, also if the message is far back. Returns a function that stops it. `owner`
 * separates the accounts of one browser.
 */
export function saveEdits(
  store: Pick<ConversationStore, 'state' | 'setEditing'> & { pages: Pick<ConversationStore['pages'], 'reveal'> },
  storage: () => Storage,
  owner: string,
): () => void {
  const keyOf = (conversationId: string) => `edit:${owner}:${conversationId}`
  const edit = (id: string, text: string) => {
    const { messages, editing } = store.state.getState()
    const message = messages.find((one) => one.id === id)
    if (message && !editing) store.setEditing({ key: message.key, text })
    return message !== undefined
  }
  return store.state.subscribe(({ conversationId, phase, messages, editing }, before) => {
    if (!conversationId || phase !== 'open') return
    const key = keyOf(conversationId)
    if (before.phase !== 'open') {
      const [, id, text = ''] = /^([^\n]*)\n([\s\S]*)$/.exec(tryOrNull(() => storage().getItem(key)) ?? '') ?? []
      if (id && !edit(id, text)) void store.pages.reveal(id).then(() => edit(id, text))
    } else if (editing !== before.editing) {
      const id = messages.find((one) => one.key === editing?.key)?.id
      if (!editing) tryOrNull(() => storage().removeItem(key))
      else if (id) tryOrNull(() => storage().setItem(key, `${id}\n${editing.text}`))
    }
  })
}
