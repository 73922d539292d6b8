import { createStore } from 'zustand/vanilla'
import { errorText } from '#client/lib/http.ts'
import { beginOf, readReply } from '#client/lib/reply-stream.ts'
import type { CharacterFields } from '#shared/characters.ts'
import type { HistoryEntry } from '#shared/chat.ts'

interface TryChatState {
  /** Whether it is shown beside the form. */
  isOpen: boolean
  /** Oldest first, with the greeting once the author has written. */
  messages: readonly HistoryEntry[]
  isWaiting: boolean
  /** The reply that is being written, as far as it has come. */
  reply: string
  problem: string
}

const blank = { messages: [], isWaiting: false, reply: '', problem: '' }

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
      // What was said goes back into the field.
      const failed = (problem: string) => {
        set({ ...blank, messages, problem })
        return false
      }
      set({ ...blank, messages: said, isWaiting: true })
      try {
        const body = { id: id ?? undefined, fields: fieldsOf(values), message, history: [...history] }
        const answered = (content: string) => set({ ...blank, messages: [...said, { role: 'assistant', content }] })
        for await (const event of readReply(beginOf('POST /api/characters/try', { body }), { signal })) {
          if (signal.aborted) return false
          if (event.type === 'delta') set(({ reply }) => ({ reply: reply + event.data.text }))
          else if (event.type === 'replace') set({ reply: event.data.text })
          else if (event.type === 'done') answered(event.data.response)
          else if (event.type === 'error') return failed(event.data.userMessage)
        }
        return !signal.aborted
      } catch (error) {
        return signal.aborted ? false : failed(errorText(error))
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
