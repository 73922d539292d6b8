import { useEffect } from 'react'
import { plainText } from '#engine/prose/plain-text.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationStore } from '../store/use-conversation.ts'
import { type SpeechState, useSpeech } from './speech-state.ts'
import './spoken-mark.css'

const name = 'spoken'

/** Marks the sentence that is heard in the transcript. The marks are the browser's own, so that no text is rendered again. */
export function SpokenMark() {
  const store = useConversationStore()
  const key = useSpeech((state) => state.key)
  const sentence = useSpeech((state) => state.sentence)
  useEffect(() => {
    if (!sentence || typeof Highlight === 'undefined') return
    const article = document.querySelector(`[data-message="${CSS.escape(key ?? '')}"]`)
    if (!article) return
    const mark = () => {
      const range = findRange(article, store, key, sentence)
      if (range) CSS.highlights.set(name, new Highlight(range))
      else CSS.highlights.delete(name)
    }
    mark()
    // The end of a reply that is still arriving is rendered again and again.
    const observer = new MutationObserver(mark)
    observer.observe(article, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(name)
    }
  }, [store, key, sentence])
  return null
}

function findRange(
  article: Element,
  store: ConversationStore,
  key: SpeechState['key'],
  { text, from }: NonNullable<SpeechState['sentence']>,
): Range | null {
  const prose = article.querySelector('.prose')
  if (!prose) return null
  const { liveReply, messages } = store.state.getState()
  const content = liveReply?.key === key ? liveReply?.text : messages.find((message) => message.key === key)?.content
  const nodes: Text[] = []
  const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const found = findLetters(
    nodes.map(({ data }) => data),
    { before: content?.slice(0, from) ?? '', wanted: text },
  )
  const start = nodes[found?.start.index ?? -1]
  const end = nodes[found?.end.index ?? -1]
  if (!found || !start || !end) return null
  const range = document.createRange()
  range.setStart(start, found.start.offset)
  range.setEnd(end, found.end.offset)
  return range
}

interface Place {
  /** Of the text. */
  index: number
  offset: number
}

const letter = /[\p{L}\p{N}]/u
const lettersOf = (text: string): string[] => [...text].filter((char) => letter.test(char))

/**
 * Finds a sentence of a message, with the punctuation after it, in the texts that show it. Only letters and digits are compared: quotation marks, markup and
 * spaces may be shown otherwise. `before`: the message up to the sentence.
 *
 * @example
 * findLetters(['“No.', ' No.”'], { before: '"No. ', wanted: 'No."' })
 * // { start: { index: 1, offset: 1 }, end: { index: 1, offset: 5 } }
 */
export function findLetters(
  texts: readonly string[],
  { before, wanted }: { before: string; wanted: string },
): { start: Place; end: Place } | null {
  const letters = lettersOf(wanted)
  const first = lettersOf(plainText(before)).length
  let count = 0
  let start: Place | null = null
  for (const [index, text] of texts.entries()) {
    let offset = 0
    for (const char of text) {
      const end = offset + char.length
      if (letter.test(char)) {
        if (count === first) start = { index, offset }
        if (count >= first && char !== letters[count - first]) return null
        count += 1
        if (start && count === first + letters.length) {
          const [punctuation = ''] = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(end)) ?? []
          return { start, end: { index, offset: end + punctuation.length } }
        }
      }
      offset = end
    }
  }
  return null
}
