import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConversationStore } from '../store/conversation-store.ts'
import { findVoices, sentencesOf, speaker, usesQuotes } from './page-speaker.ts'
import type { Voice } from './speech-state.ts'
import type { RoleVoices } from './split-speech.ts'

export function ReadNewReplies({ store, characterId }: { store: ConversationStore; characterId: string }) {
  const client = useQueryClient()
  useEffect(() => readNewReplies(store, characterId, client), [store, characterId, client])
  return null
}

interface Reading {
  key: string
  /** How much of the reply was read. */
  from: number
  /** Null while they are looked up. */
  voices: RoleVoices<Voice> | null
  hasQuotes: boolean
}

function readNewReplies(store: ConversationStore, characterId: string, client: QueryClient): () => void {
  let reading: Reading | null = null
  const begin = ({ key, text }: { key: string; text: string }) => {
    const { messages } = store.state.getState()
    // Text from before the page was opened, or before the reply was continued, is skipped.
    const begun: Reading = { key, from: text.length, voices: null, hasQuotes: usesQuotes(messages) }
    const isAllRead = reading === null
    reading = begun
    const at = messages.findIndex((message) => message.key === key)
    const reply = messages[at]
    // Characters of a scene wait for each other. The answer to the player's next message does not wait.
    if (isAllRead && messages[at - 1]?.role === 'character') speaker.beginAfter(key)
    else speaker.begin(key)
    void findVoices(client, reply?.speakerId ?? characterId).then((voices) => {
      begun.voices = voices
      if (reading === begun) read()
    })
  }
  const read = () => {
    const { liveReply, messages, conversationId } = store.state.getState()
    if (!reading?.voices || !speaker.isReading(reading.key)) return
    const { key, from, voices, hasQuotes } = reading
    const reply = messages.find((message) => message.key === key)
    const isWhole = liveReply?.key !== key
    const text = isWhole ? (reply?.content ?? '') : liveReply.text
    const place = { conversationId, id: reply?.id ?? null }
    const { sentences, end } = sentencesOf(place, text, { voices, from, isWhole, hasQuotes })
    reading.from = end
    if (sentences.length > 0) speaker.add(sentences)
    if (!isWhole) return
    reading = null
    speaker.finish()
  }
  const unsubscribe = store.state.subscribe(({ liveReply }) => {
    if (liveReply && liveReply.key !== reading?.key) {
      // What is left of the reply before it.
      read()
      begin(liveReply)
    }
    read()
  })
  return () => {
    unsubscribe()
    speaker.stop()
  }
}
