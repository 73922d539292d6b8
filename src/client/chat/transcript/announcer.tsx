import { useEffect, useRef } from 'react'
import { plainText } from '#engine/prose/plain-text.ts'
import { SentenceReader } from '../speech/sentence-reader.ts'
import { type ConversationState, hasStarted } from '../store/conversation-state.ts'
import { speakerOf } from '../store/scene-state.ts'
import { useConversationStore } from '../store/use-conversation.ts'

/** In a scene, the name of who is speaking. */
function speakerName(state: ConversationState): string | undefined {
  const reply = state.messages.find(({ key }) => key === state.liveReply?.key)
  return reply && speakerOf(reply, state)?.name
}

/** Enough that no text is removed while a screen reader is reading it. */
const maxAnnouncements = 6

/**
 * Announces replies to screen readers, politely and by sentences. The live region is in a shadow tree: its text repeats
 * what the page shows, and must not appear twice in a search, a copy or a script.
 */
export function Announcer({ name }: { name: string }) {
  const store = useConversationStore()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = document.createElement('div')
    const region = document.createElement('div')
    region.ariaLive = 'polite'
    region.ariaAtomic = 'false'
    host.attachShadow({ mode: 'closed' }).append(region)
    place.current?.append(host)

    const announce = (text: string) => {
      if (!text) return
      const paragraph = document.createElement('p')
      paragraph.textContent = text
      region.append(paragraph)
      if (region.childElementCount > maxAnnouncements) region.firstElementChild?.remove()
    }
    const announcements = new Announcements(store.state.getState())
    announce(announcements.first(name))
    const unsubscribe = store.state.subscribe((state) =>
      announce(announcements.next(state, speakerName(state) ?? name)),
    )
    return () => {
      unsubscribe()
      host.remove()
    }
  }, [store, name])
  return <div ref={place} className="sr-only" />
}

/** Turns changes of the conversation's state into the text a screen reader announces. */
export class Announcements {
  private previous: ConversationState
  private reader = new SentenceReader()

  constructor(state: ConversationState) {
    this.previous = state
  }

  /** The announcement when the conversation appears: the greeting of a new chat. */
  first(name: string): string {
    return greetingText(this.previous, name)
  }

  /** The announcement for the step from the previous state to this one; empty for most steps. */
  next(state: ConversationState, name: string): string {
    const { previous } = this
    this.previous = state
    if (state.liveReply && state.liveReply.key !== previous.liveReply?.key) {
      return this.replyBegins(state.liveReply.text, name)
    }
    if (state.isModelLoading && !previous.isModelLoading) return 'The model is loading.'
    if (state.liveReply) return this.reader.next(state.liveReply.text)
    if (previous.liveReply) return this.replyEnds(previous.liveReply.key, state, name)
    return previous.messages.length === 0 ? greetingText(state, name) : ''
  }

  private replyBegins(text: string, name: string): string {
    this.reader = new SentenceReader()
    return join(`${name} is writing.`, this.reader.next(text))
  }

  private replyEnds(key: string, state: ConversationState, name: string): string {
    const reply = state.messages.find((message) => message.key === key)
    if (!reply) return ''
    const rest = this.reader.rest(reply.content)
    if (reply.error) return join(rest, `${name}: ${reply.error}`)
    if (reply.finish === 'length') return join(rest, 'The reply reached its maximum length.')
    if (reply.finish === 'filter') return join(rest, 'The AI service blocked the rest of this reply.')
    return reply.status === 'interrupted' ? join(rest, 'The reply stopped here.') : rest
  }
}

function greetingText(state: ConversationState, name: string): string {
  const [greeting] = state.messages
  return greeting && !hasStarted(state) ? `${name}: ${plainText(greeting.content)}` : ''
}

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}
