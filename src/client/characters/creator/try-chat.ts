import { createStore } from 'zustand/vanilla'
import { call, errorText } from '#client/lib/http.ts'
import type { CharacterFields } from '#shared/characters.ts'
import type { HistoryEntry } from '#shared/chat.ts'

interface TryChatState {
  /** Whether it is shown beside the form. */
  isOpen: boolean
  /** Oldest first, with the greeting once the author has written. */
  messages: readonly HistoryEntry[]
  isWaiting: boolean
  problem: string
}

const blank = { messages: [], isWaiting: false, problem: '' }

/** A chat with the character as the form has it; `id` if it is saved. It is in this tab only, and is gone with the page. */
export function createTryChat(id: string | null) {
  const store = createStore<TryChatState>(() => ({ ...blank, isOpen: false }))
  let request = new AbortController()
  const set = store.setState

  return {
    ...store,
    toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
    restart: () => {
      request.abort()
      set(blank)
    },
    /** Says something; an empty text lets the character go on. Resolves with whether it was answered. */
    async send(values: CharacterFields, message: string, greeting: string): Promise<boolean> {
      const { messages, isWaiting } = store.getState()
      if (isWaiting) return false
      const opening: HistoryEntry[] = greeting ? [{ role: 'assistant', content: greeting }] : []
      const history = messages.length > 0 ? messages : opening
      const said: readonly HistoryEntry[] = message ? [...history, { role: 'user', content: message }] : history
      request = new AbortController()
      const { signal } = request
      set({ messages: said, isWaiting: true, problem: '' })
      try {
        const body = { id: id ?? undefined, fields: fieldsOf(values), message, history: [...history] }
        const { text } = await call('POST /api/characters/try', { body, signal })
        set({ messages: [...said, { role: 'assistant', content: text }], isWaiting: false })
        return true
      } catch (error) {
        // What was said goes back into the field.
        if (!signal.aborted) set({ messages, isWaiting: false, problem: errorText(error) })
        return false
      }
    },
  }
}

export type TryChat = ReturnType<typeof createTryChat>

/** What is missing yet does not keep a character from being tried. */
function fieldsOf({ name, description, contentRating, ...values }: CharacterFields): Partial<CharacterFields> {
  return {
    ...values,
    ...(name.trim() && { name }),
    ...(description.trim() && { description }),
    ...(contentRating && { contentRating }),
  }
}
