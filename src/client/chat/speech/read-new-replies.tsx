import { useEffect } from 'react'
import type { ConversationStore } from '../store/conversation-store.ts'
import { speaker, voiceOf } from './browser-speaker.ts'
import { SentenceReader } from './sentence-reader.ts'

export function ReadNewReplies({ store, characterId }: { store: ConversationStore; characterId: string }) {
  useEffect(() => readNewReplies(store, characterId), [store, characterId])
  return null
}

function readNewReplies(store: ConversationStore, characterId: string): () => void {
  let reading: { key: string; sentences: SentenceReader } | null = null
  const unsubscribe = store.state.subscribe(({ liveReply, messages }) => {
    if (liveReply && liveReply.key !== reading?.key) {
      reading = { key: liveReply.key, sentences: new SentenceReader() }
      // Text from before the page was opened, or before the reply was continued, is skipped.
      reading.sentences.rest(liveReply.text)
      const reply = messages.find(({ key }) => key === liveReply.key)
      speaker.begin(liveReply.key, voiceOf(reply?.speakerId ?? characterId))
    }
    if (!reading || speaker.state.getState().key !== reading.key) return
    if (liveReply) return speaker.add(reading.sentences.next(liveReply.text))
    const { key, sentences } = reading
    reading = null
    speaker.add(sentences.rest(messages.find((message) => message.key === key)?.content ?? ''))
    speaker.finish()
  })
  return () => {
    unsubscribe()
    speaker.stop()
  }
}
