import { createStore } from 'zustand/vanilla'
import { errorText } from '#client/lib/http.ts'
import { type ReplySource, readReply } from '#client/lib/reply-stream.ts'
import type { HistoryEntry } from '#shared/chat.ts'

interface UnsavedChatState {
  /** Oldest first, with the greeting once somebody has written. */
  messages: readonly HistoryEntry[]
  isWaiting: boolean
  /** The reply that is being written, as far as it has come. */
  reply: string
  problem: string
}

/** The request for a reply to what was said. */
type Begin = (said: { history: HistoryEntry[]; message: string }) => ReplySource

const blank: UnsavedChatState = { messages: [], isWaiting: false, reply: '', problem: '' }

/** A chat that the server does not store: each request has what was said before. */
export function createUnsavedChat(messages: readonly HistoryEntry[] = []) {
  const store = createStore<UnsavedChatState>(() => ({ ...blank, messages }))
  let request = new AbortController()
  const set = store.setState

  return {
    ...store,
    restart: () => {
      request.abort()
      set(blank)
    },
    /** Ends the reply where it is. A message without an answer is taken back. */
    stop: () => {
      const { messages, reply } = store.getState()
      request.abort()
      const isAsked = messages.at(-1)?.role === 'user'
      const answered = [...messages, { role: 'assistant' as const, content: reply }]
      set({ ...blank, messages: reply ? answered : isAsked ? messages.slice(0, -1) : messages })
    },
    /** Says something; an empty text lets the character go on. Resolves with whether the message was kept. */
    async send(begin: Begin, message: string, greeting: string): Promise<boolean> {
      const { messages, isWaiting } = store.getState()
      if (isWaiting) return false
      const opening: HistoryEntry[] = greeting ? [{ role: 'assistant', content: greeting }] : []
      const history = messages.length > 0 ? messages : opening
      const own: HistoryEntry = { role: 'user', content: message }
      const said = message ? [...history, own] : history
      request = new AbortController()
      const { signal } = request
      const isKept = () => store.getState().messages.includes(own)
      // What was said goes back into the field.
      const failed = (problem: string) => {
        set({ ...blank, messages, problem })
        return false
      }
      set({ ...blank, messages: said, isWaiting: true })
      try {
        const answered = (content: string) => set({ ...blank, messages: [...said, { role: 'assistant', content }] })
        for await (const event of readReply(begin({ history: [...history], message }), { signal })) {
          if (signal.aborted) return isKept()
          if (event.type === 'delta') set(({ reply }) => ({ reply: reply + event.data.text }))
          else if (event.type === 'replace') set({ reply: event.data.text })
          else if (event.type === 'done') answered(event.data.response)
          else if (event.type === 'error') return failed(event.data.userMessage)
        }
        return isKept()
      } catch (error) {
        return signal.aborted ? isKept() : failed(errorText(error))
      }
    },
  }
}

export type UnsavedChat = ReturnType<typeof createUnsavedChat>
