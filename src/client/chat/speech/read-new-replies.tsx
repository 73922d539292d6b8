import { useEffect } from 'react'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationStore } from '../store/use-conversation.ts'
import { findVoices, sentencesOf, speaker, stopWithMessage, usesQuotes } from './page-speaker.ts'
import type { SpokenMessage } from './speaker.ts'
import type { Voice } from './speech-state.ts'
import type { RoleVoices } from './split-speech.ts'

export function ReadNewReplies({ characterId }: { characterId: string }) {
  const store = useConversationStore()
  useEffect(() => readNewReplies(store, characterId), [store, characterId])
  return null
}

interface Reading {
  key: string
  spoken: SpokenMessage
  /** How much of the reply was read. */
  from: number
  /** Null while they are looked up. */
  voices: RoleVoices<Voice> | null
  hasQuotes: boolean
}

function readNewReplies(store: ConversationStore, characterId: string): () => void {
  let reading: Reading | null = null
  /** The key of a reply that was begun elsewhere: it is read on that page, or on that device. */
  let joinedKey: string | null = null
  const begin = ({ key, text }: { key: string; text: string }) => {
    const { messages } = store.state.getState()
    const at = messages.findIndex((message) => message.key === key)
    const reply = messages[at]
    // Characters of a scene wait for each other. The answer to the player's next message does not wait.
    const isNext = reading === null && messages[at - 1]?.role === 'character'
    const spoken = isNext ? speaker.beginAfter(key) : speaker.begin(key)
    // Text from before the reply was continued is skipped.
    const begun: Reading = { key, spoken, from: text.length, voices: null, hasQuotes: usesQuotes(messages) }
    reading = begun
    void findVoices(reply?.speakerId ?? characterId).then((voices) => {
      begun.voices = voices
      if (reading === begun) read()
    })
  }
  const read = () => {
    const { liveReply, messages, conversationId } = store.state.getState()
    if (!reading?.voices || !speaker.isReading(reading.spoken)) return
    const { key, spoken, from, voices, hasQuotes } = reading
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
    if (reply) stopWithMessage(store, reply, spoken)
  }
  const unsubscribe = store.state.subscribe(({ liveReply, pagesShown }, before) => {
    const isNew = liveReply !== null && liveReply.key !== reading?.key
    if (isNew && pagesShown !== before.pagesShown) joinedKey = liveReply.key
    if (isNew && liveReply.key !== joinedKey) {
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
